import { selectableRoles } from '../../../domain/access/roles';
import { team as calls } from '../../../domain/team/contract';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import type { ListBulk } from '../../kit/list';

/** Bulk actions on the team; `selfId` is the reader's own membership, whose role others change. */
export function teamBulk(roles: readonly OrgRole[], selfId: number | undefined): ListBulk<OrgUser, typeof calls.bulk> {
  const role = {
    name: 'roleId' as const,
    label: 'Role',
    control: 'select' as const,
    placeholder: 'Choose a role',
    options: selectableRoles(roles).map(({ id, name }) => ({ value: id, label: name })),
    required: true,
    hint: 'With a custom role, each person keeps the licenses, brands and companies they have now.',
  };
  return {
    call: calls.bulk,
    label: 'Change',
    nothingOpen: 'You can’t change the owner’s role or your own.',
    acts: [
      {
        act: 'setRole',
        asks: [role],
        title: 'Set the role of #',
        outcome: ({ roleId }) => `set to ${role.options.find(({ value }) => value === roleId)?.label ?? 'this role'}`,
        isOpenTo: ({ id, orgRole }) => id !== selfId && !orgRole.isOwner,
      },
    ],
  };
}

import { useNavigate } from 'react-router';
import { team as calls } from '../../../../domain/team/contract';
import type { OrgUser } from '../../../../domain/team/member';
import type { OrgRole } from '../../../../domain/team/role';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useOpenRecord } from '../../../kit/list';
import { likePerson } from '../../../providers/call/simulation';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { simulate } from '../../../providers/session/session-store';
import type { MenuEntry } from '../../../ui/Menu';
import { nameOf } from '../people';
import { type Reader, whyNotChange, whyNotInviteAgain, whyNotMakeOwner, whyNotRemove } from '../reasons';
import type { TeamAction } from './actions';
import { InviteLinkDialog } from './InviteLinkDialog';
import { RemovePerson } from './RemovePerson';

/** Actions on a person; unavailable ones say why. */
export function useTeamActions(anyone: Reader | null, roles: readonly OrgRole[], onAction: (act: TeamAction) => void) {
  const navigate = useNavigate();
  const { open } = useOpenRecord();
  return (person: OrgUser): readonly MenuEntry[] => {
    if (!anyone) return [];
    const role = roles.find(({ id }) => id === person.orgRole.id);
    const reader = { ...anyone, whyNot: whyNotChange(anyone, role) };
    const isSelf = person.id === reader.membership.orgUserId;
    const entry = (
      label: string,
      kind: 'remove' | 'resend' | 'reset' | 'make-owner',
      whyNot: string | null,
      rest: Partial<MenuEntry> = {},
    ): MenuEntry => ({
      label,
      onSelect: () => onAction({ kind, person }),
      disabled: whyNot !== null,
      ...(whyNot ? { note: whyNot } : {}),
      ...rest,
    });
    const invitation: readonly MenuEntry[] = [
      entry('Resend invitation', 'resend', whyNotInviteAgain(person, reader), { icon: 'refresh' }),
      entry('Get a new link', 'reset', whyNotInviteAgain(person, reader), { icon: 'copy' }),
    ];
    return [
      {
        label: 'Edit',
        icon: 'edit',
        onSelect: () => open(person.id),
        disabled: reader.whyNot !== null,
        ...(reader.whyNot ? { note: reader.whyNot } : {}),
      },
      ...(person.status === 'INVITED' ? invitation : []),
      {
        label: `View as ${nameOf(person)}`,
        icon: 'user',
        onSelect: () => {
          if (!role) return;
          simulate(likePerson(nameOf(person), role, person));
          void navigate('/logged-in');
        },
        disabled: role === undefined || isSelf,
        ...(isSelf ? { note: 'This is you.' } : {}),
      },
      ...(person.status === 'ACTIVE' && !isSelf
        ? [
            {
              label: 'Show card',
              icon: 'certificate' as const,
              onSelect: () => void navigate(`/account/listing/user-${person.userId}`),
            },
          ]
        : []),
      ...(reader.membership.role.isOwner
        ? [entry('Make owner', 'make-owner', whyNotMakeOwner(person, reader), { icon: 'lock', separated: true })]
        : []),
      entry(person.status === 'INVITED' ? 'Cancel invitation' : 'Remove', 'remove', whyNotRemove(person, reader), {
        icon: 'trash',
        tone: 'danger',
        separated: true,
      }),
    ];
  };
}

type TeamActionsProps = { act: TeamAction; onClose: () => void };

/** The open action's dialog. */
export function TeamActions({ act, onClose }: TeamActionsProps) {
  switch (act.kind) {
    case 'remove':
      return <RemovePerson person={act.person} onClose={onClose} />;
    case 'make-owner':
      return <MakeOwner person={act.person} onClose={onClose} />;
    default:
      return <InviteLinkDialog key={`${act.kind} ${act.person.id}`} act={act} onClose={onClose} />;
  }
}

type Props = { person: OrgUser; onClose: () => void };

/** Transfers ownership; the organization's name must be typed to confirm. */
function MakeOwner({ person, onClose }: Props) {
  const { scope, organization } = useSession();
  const { run } = useCall(calls.transferOwnership, { showsErrors: true });
  const orgName = organization?.name ?? '';
  const name = nameOf(person);
  return (
    <Confirm
      title={`Make ${name} the owner?`}
      act="Transfer ownership"
      typed={orgName}
      run={() => run({ params: { orgId: scope?.orgId ?? 0 }, body: { targetOrgUserId: person.id } })}
      success={`${name} now owns ${orgName}. You’re an admin.`}
      onClose={onClose}
    >
      <p>
        {name} gets full control of {orgName}, including your role. You become an admin. Only {name} can transfer
        ownership back.
      </p>
    </Confirm>
  );
}

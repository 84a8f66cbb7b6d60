import type { UseFormReturn } from 'react-hook-form';
import { refusalToGrant } from '../../../domain/access/grant';
import { selectableRoles } from '../../../domain/access/roles';
import type { OrgRole, OrgUser } from '../../../domain/organization/organization';
import { Field, Select, TextInput } from '../../ui/Field';
import type { Reader } from './reasons';
import type { TeamValues } from './useTeamForm';

const ABOUT: Record<string, string> = {
  ADMIN: 'May do everything but transfer ownership, and sees all licenses, brands and companies.',
  USER: 'The daily work without the administration, and sees all licenses, brands and companies.',
};

type Props = {
  form: UseFormReturn<TeamValues>;
  roles: readonly OrgRole[];
  person: OrgUser | undefined;
  reader: Reader;
  /** Why it cannot be changed; null when it can. */
  fixed: string | null;
};

/** The role somebody gets: never the owner's, and none that holds more than the giver. */
export function RoleField({ form, roles, person, reader, fixed }: Props) {
  if (fixed) {
    return (
      <Field label="Role" hint={fixed}>
        <TextInput readOnly value={person?.orgRole.name ?? ''} />
      </Field>
    );
  }
  const given = selectableRoles(roles).map((role) => ({
    role,
    whyNot:
      role.id === person?.orgRole.id
        ? null
        : refusalToGrant(reader.membership, { features: role.features, seesEverything: role.defaultRoleId !== null }),
  }));
  const chosen = roles.find(({ id }) => String(id) === form.watch('roleId'));
  const about = chosen && (ABOUT[chosen.defaultRoleId ?? ''] ?? 'Sees only what you assign below.');
  const isShort = given.some(({ whyNot }) => whyNot !== null);
  const hint = [about, isShort && 'Roles you cannot choose hold more than your own. An owner or admin can give them.']
    .filter(Boolean)
    .join(' ');
  return (
    <Field label="Role" error={form.formState.errors.roleId?.message} hint={hint} required>
      <Select
        placeholder="Choose a role"
        options={given.map(({ role, whyNot }) => ({
          value: String(role.id),
          label: role.name,
          disabled: whyNot !== null,
        }))}
        {...form.register('roleId')}
      />
    </Field>
  );
}

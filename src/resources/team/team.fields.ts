import { refusalToGrant } from '../../../domain/access/grant';
import { selectableRoles } from '../../../domain/access/roles';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { Organization } from '../../../domain/organization/organization';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import type { FieldSpec } from '../../kit/form/fields';
import { type Reader, whyRoleIsFixed } from './reasons';

export type TeamValues = {
  title: string;
  roleId: number | null;
  licenseIds: number[];
  brandIds: number[];
  companyIds: number[];
  salesRepId: string;
};

const ABOUT: Record<string, string> = {
  ADMIN: 'Can do everything except transfer ownership. Sees all licenses, brands and companies.',
  USER: 'Day-to-day work, no administration. Sees all licenses, brands and companies.',
};

type Given = {
  reader: Reader;
  roles: readonly OrgRole[];
  organization: Organization | null;
  person?: OrgUser;
  /** The role chosen in the form. */
  chosenId: number | null;
  /** The assignments in the form. */
  assigned: Pick<TeamValues, 'licenseIds' | 'companyIds'>;
};

/** A team member's fields besides email. */
export function teamFields(given: Given): FieldSpec<TeamValues>[] {
  return [
    { name: 'title', label: 'Title', maxLength: 80, hint: 'Their job title.' },
    roleField(given),
    ...assignedFields(given),
    {
      name: 'salesRepId',
      label: 'Sales rep ID',
      maxLength: 60,
      hint: 'Links orders and customers to them. Each ID is used once.',
    },
  ];
}

/** The role field: never owner, and nothing with more access than the reader has. */
function roleField({ reader, roles, person, chosenId }: Given): FieldSpec<TeamValues> {
  const fixed = person ? whyRoleIsFixed(person, reader) : null;
  const given = selectableRoles(roles).map((role) => ({
    value: role.id,
    label: role.name,
    disabled:
      role.id !== person?.orgRole.id &&
      refusalToGrant(reader.membership, { features: role.features, seesEverything: role.defaultRoleId !== null }) !==
        null,
  }));
  const chosen = roles.find(({ id }) => id === chosenId);
  const hints = [
    chosen && (ABOUT[chosen.defaultRoleId ?? ''] ?? 'Sees only what you assign below.'),
    given.some(({ disabled }) => disabled) &&
      'You can’t give a role with more access than yours. An owner or admin can.',
  ];
  return {
    name: 'roleId',
    label: 'Role',
    control: 'select',
    placeholder: 'Choose a role',
    required: true,
    hint: hints.filter(Boolean).join(' '),
    fixed,
    options: fixed && person ? [{ value: person.orgRole.id, label: person.orgRole.name }] : given,
  };
}

/** The licenses, brands and companies someone sees, unless their role shows all. */
function assignedFields({ organization, roles, chosenId, assigned }: Given): FieldSpec<TeamValues>[] {
  if (!organization || roles.find(({ id }) => id === chosenId)?.defaultRoleId !== null) return [];
  const { licenses, brands, companies } = organization;
  const groups = [
    {
      name: 'licenseIds' as const,
      label: 'Licenses',
      hint: assigned.licenseIds.length === 0 ? 'Without a license they can’t buy.' : undefined,
      options: licenses.map((license) => ({
        value: license.id,
        label: `${license.name} (${licenseDisplayName(license)})`,
      })),
    },
    { name: 'brandIds' as const, label: 'Brands', options: brands.map(({ id, name }) => ({ value: id, label: name })) },
    {
      name: 'companyIds' as const,
      label: 'Companies',
      hint: assigned.companyIds.length === 0 ? 'Without a company they see no orders and no customers.' : undefined,
      options: companies.map(({ companyId, name }) => ({ value: companyId, label: name })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0).map((group) => ({ ...group, control: 'checks' }));
}

type RoleValues = Pick<TeamValues, 'roleId' | 'licenseIds' | 'brandIds' | 'companyIds'>;

/** A default role is sent by name; a custom role by id, with its assignments. */
export function roleSent(roles: readonly OrgRole[], { roleId, licenseIds, brandIds, companyIds }: RoleValues) {
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return {};
  if (role.defaultRoleId !== null) return { defaultRole: role.defaultRoleId };
  return { orgRoleId: role.id, licenseIds, brandIds, companyIds };
}

import type { z } from 'zod';
import { refusalToGrant } from '../../../domain/access/grant';
import { selectableRoles } from '../../../domain/access/roles';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { Organization } from '../../../domain/organization/organization';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import type { InvitedOrgUser } from '../../../domain/team/team';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { assignableBrands, nameOf } from './people';
import { type Reader, whyRoleIsFixed } from './reasons';
import { team } from './resource';
import css from './team.module.css';

export type TeamDrawerProps = { reader: Reader; roles: readonly OrgRole[]; onClose: () => void };

/** The platform's field names by the form's. */
const NAMES = { defaultRole: 'roleId', orgRoleId: 'roleId' } as const;

type InviteProps = TeamDrawerProps & { onInvited: (invited: z.infer<typeof InvitedOrgUser>) => void };

/** Invites someone by email. */
export function InviteDrawer({ reader, roles, onInvited, onClose }: InviteProps) {
  const { organization } = useSession();
  const form = useRecordForm<typeof team, TeamValues & { email: string }>(team, {
    values: { email: '', title: '', roleId: null, licenseIds: [], brandIds: [], companyIds: [], salesRepId: '' },
    names: NAMES,
    body: ({ email, title, salesRepId, ...role }) => ({
      email: email.trim(),
      title: title.trim() || null,
      salesRepId: salesRepId.trim() || null,
      ...roleSent(roles, role),
    }),
    onSaved: onInvited,
  });
  const [chosenId, licenseIds, companyIds] = form.rhf.watch(['roleId', 'licenseIds', 'companyIds']);
  const fields = teamFields({ reader, roles, organization, chosenId, assigned: { licenseIds, companyIds } });
  return (
    <FormDrawer
      form={form}
      title="Invite someone"
      save="Send invitation"
      onClose={onClose}
      fields={[
        {
          name: 'email',
          label: 'Email',
          control: 'email',
          required: true,
          maxLength: 254,
          hint: 'They join with this email.',
        },
        ...fields,
      ]}
    />
  );
}

/** Edits someone's title, role and assignments; sends only what changed. */
export function EditDrawer({ person, reader, roles, onClose }: TeamDrawerProps & { person: OrgUser }) {
  const { organization } = useSession();
  const { title, orgRole, licenseIds, brandIds, companyIds, salesRepId } = person;
  const form = useRecordForm<typeof team, TeamValues>(team, {
    id: person.id,
    values: { title: title ?? '', roleId: orgRole.id, licenseIds, brandIds, companyIds, salesRepId: salesRepId ?? '' },
    names: NAMES,
    body: (typed, { changed }) => ({
      ...(changed.has('title') ? { title: typed.title.trim() || null } : {}),
      ...(changed.has('salesRepId') ? { salesRepId: typed.salesRepId.trim() || null } : {}),
      ...((['roleId', 'licenseIds', 'brandIds', 'companyIds'] as const).some((name) => changed.has(name))
        ? roleSent(roles, typed)
        : {}),
    }),
    success: (saved) => `${nameOf(saved)} is saved.`,
    onSaved: onClose,
    unchanged: onClose,
  });
  const [chosenId, assignedLicenses, assignedCompanies] = form.rhf.watch(['roleId', 'licenseIds', 'companyIds']);
  const assigned = { licenseIds: assignedLicenses, companyIds: assignedCompanies };
  return (
    <FormDrawer
      form={form}
      title={`Edit ${nameOf(person)}`}
      intro={
        <>
          <p className={`muted ${css.email}`}>{person.email}</p>
          {person.emailProblem && (
            <p>
              We couldn’t email the invitation: {person.emailProblem} Check the address, then resend the invitation or
              cancel it and invite the right one.
            </p>
          )}
        </>
      }
      save="Save"
      onClose={onClose}
      fields={teamFields({ reader, roles, organization, person, chosenId, assigned })}
    />
  );
}

type TeamValues = {
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
function teamFields(given: Given): FieldSpec<TeamValues>[] {
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
  const { licenses, companies } = organization;
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
    {
      name: 'brandIds' as const,
      label: 'Brands',
      options: assignableBrands(organization).map(({ id, name }) => ({ value: id, label: name })),
    },
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
function roleSent(roles: readonly OrgRole[], { roleId, licenseIds, brandIds, companyIds }: RoleValues) {
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return {};
  if (role.defaultRoleId !== null) return { defaultRole: role.defaultRoleId };
  return { orgRoleId: role.id, licenseIds, brandIds, companyIds };
}

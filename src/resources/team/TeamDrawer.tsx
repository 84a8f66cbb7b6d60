import type { z } from 'zod';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import type { InvitedOrgUser } from '../../../domain/team/team';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { nameOf } from './people';
import type { Reader } from './reasons';
import { team } from './resource';
import { roleSent, type TeamValues, teamFields } from './team.fields';
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
      intro={<p className={`muted ${css.email}`}>{person.email}</p>}
      save="Save"
      onClose={onClose}
      fields={teamFields({ reader, roles, organization, person, chosenId, assigned })}
    />
  );
}

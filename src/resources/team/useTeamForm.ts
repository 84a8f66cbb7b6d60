import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '../../../domain/errors';
import type { OrgRole, OrgUser } from '../../../domain/organization/organization';
import { Invitation, type InvitedOrgUser, OrgUserEdit } from '../../../domain/organization/team';
import { team as calls } from '../../../domain/organization/team-contract';
import { CallError, messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { nameOf } from './people';

export type TeamValues = {
  email: string;
  title: string;
  roleId: string;
  licenseIds: number[];
  brandIds: number[];
  companyIds: number[];
  salesRepId: string;
};

type Given = {
  person: OrgUser | undefined;
  roles: readonly OrgRole[];
  /** With the invitation when somebody was invited, with null when somebody was changed. */
  onDone: (invited: z.infer<typeof InvitedOrgUser> | null) => void;
};

/** Names of the fields as the platform knows them, by those of the form. */
const FIELDS: Record<string, keyof TeamValues> = { defaultRole: 'roleId', orgRoleId: 'roleId' };

const startOf = (person: OrgUser | undefined): TeamValues => ({
  email: person?.email ?? '',
  title: person?.title ?? '',
  roleId: person ? String(person.orgRole.id) : '',
  licenseIds: person?.licenseIds ?? [],
  brandIds: person?.brandIds ?? [],
  companyIds: person?.companyIds ?? [],
  salesRepId: person?.salesRepId ?? '',
});

/** A default role goes by its name; a role of the organization's own by its id, with what it is assigned. */
function roleOf(role: OrgRole | undefined, { licenseIds, brandIds, companyIds }: TeamValues) {
  if (!role) return {};
  if (role.defaultRoleId !== null) return { defaultRole: role.defaultRoleId };
  return { orgRoleId: role.id, licenseIds, brandIds, companyIds };
}

/** The form behind inviting and editing: errors of the platform land at their fields, nothing typed is lost. */
export function useTeamForm({ person, roles, onDone }: Given) {
  const { scope } = useSession();
  const params = { orgId: scope?.orgId ?? 0 };
  const form = useForm<TeamValues>({ defaultValues: startOf(person) });
  const [failure, setFailure] = useState<string | null>(null);
  const invite = useCall(calls.invite, { showsErrors: true });
  const update = useCall(calls.update, { showsErrors: true });
  const role = roles.find(({ id }) => String(id) === form.watch('roleId'));
  const { dirtyFields } = form.formState;

  const showErrors = (errors: Readonly<Record<string, string>>) => {
    const named = Object.entries(errors).flatMap(([name, message]) => {
      const field = FIELDS[name] ?? (name.split('.')[0] as keyof TeamValues);
      return field in startOf(undefined) ? [[field, message] as const] : [];
    });
    named.forEach(([name, message], index) => {
      form.setError(name, { message }, { shouldFocus: index === 0 });
    });
    return named.length > 0;
  };
  const refused = (error: unknown) => {
    if (error instanceof CallError && error.errors && showErrors(error.errors)) return;
    setFailure(messageOf(error));
  };
  const checked = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> | null => {
    const { data, error } = schema.safeParse(body);
    if (!error) return data;
    showErrors(fieldErrors(error));
    return null;
  };

  const sendInvitation = async (values: TeamValues) => {
    const body = checked(Invitation, {
      email: values.email.trim(),
      title: values.title.trim() || null,
      salesRepId: values.salesRepId.trim() || null,
      ...roleOf(role, values),
    });
    if (!body) return;
    const result = await invite.run({ params, body });
    if (!result.ok) return refused(result.error);
    onDone(result.value);
  };
  const saveChanges = async (values: TeamValues, { id }: OrgUser) => {
    const { roleId, licenseIds, brandIds, companyIds, title, salesRepId } = dirtyFields;
    const body = checked(OrgUserEdit, {
      ...(title ? { title: values.title.trim() || null } : {}),
      ...(salesRepId ? { salesRepId: values.salesRepId.trim() || null } : {}),
      ...(roleId || licenseIds || brandIds || companyIds ? roleOf(role, values) : {}),
    });
    if (!body) return;
    if (Object.keys(body).length === 0) return onDone(null);
    const result = await update.run({ params: { ...params, id }, body });
    if (!result.ok) return refused(result.error);
    showSnack({ status: 'success', message: `${nameOf(result.value)} is saved.` });
    onDone(null);
  };

  const submit = (event: FormEvent) => {
    setFailure(null);
    return form.handleSubmit((values) => (person ? saveChanges(values, person) : sendInvitation(values)))(event);
  };
  return { form, role, failure, isSaving: invite.isPending || update.isPending, submit };
}

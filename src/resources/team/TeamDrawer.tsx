import { Drawer } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import type { OrgRole, OrgUser } from '../../../domain/organization/organization';
import type { InvitedOrgUser } from '../../../domain/organization/team';
import { leavesRecord } from '../../kit/list/useOpenRecord';
import { DiscardQuestion, LeaveQuestion } from '../../shell/LeaveQuestion';
import { Button } from '../../ui/Button';
import { Field, FieldError, TextInput } from '../../ui/Field';
import { useMediaQuery } from '../../ui/hooks';
import { AssignedFields } from './AssignedFields';
import { nameOf } from './people';
import { RoleField } from './RoleField';
import { type Reader, whyRoleIsFixed } from './reasons';
import { useTeamForm } from './useTeamForm';

export type TeamDrawerProps = {
  /** The one to edit; without, somebody new is invited. */
  person?: OrgUser;
  reader: Reader;
  roles: readonly OrgRole[];
  onSaved: () => void;
  onInvited: (invited: z.infer<typeof InvitedOrgUser>) => void;
  onClose: () => void;
};

const FORM = 'team-form';

/** Invites or edits somebody; what was typed stays until it is saved or the drawer is closed. */
export function TeamDrawer({ person, reader, roles, onSaved, onInvited, onClose }: TeamDrawerProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)');
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const [invited, setInvited] = useState<z.infer<typeof InvitedOrgUser> | null>(null);
  const team = useTeamForm({
    person,
    roles,
    onDone: (result) => {
      onSaved();
      setInvited(result);
      setOpen(false);
    },
  });
  const { form, role, failure, isSaving } = team;
  const { errors, isDirty } = form.formState;
  const leave = () => (isDirty && isOpen ? setAsking(true) : setOpen(false));
  const fixed = person ? whyRoleIsFixed(person, reader) : null;

  return (
    <Drawer
      open={isOpen}
      // In the page's own landmark; the kit would lock the body's scrolling by a style the content policy refuses.
      getContainer={() => document.getElementById('main') ?? document.body}
      title={person ? `Edit ${nameOf(person)}` : 'Invite somebody'}
      closable={{ placement: 'end' }}
      onClose={leave}
      maskClosable={!isSaving}
      width={isNarrow ? '100%' : 460}
      afterOpenChange={(open) => {
        if (open) form.setFocus(person ? 'title' : 'email');
        else if (invited) onInvited(invited);
        else onClose();
      }}
      footer={
        <div className="t-acts">
          <Button onClick={leave} disabled={isSaving}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={FORM} busy={isSaving}>
            {person ? 'Save' : 'Send invitation'}
          </Button>
        </div>
      }
    >
      <form id={FORM} className="t-form" onSubmit={(event) => void team.submit(event)} noValidate>
        {failure && <FieldError>{failure}</FieldError>}
        {person ? (
          <p className="t-muted">{person.email}</p>
        ) : (
          <Field label="E-mail" error={errors.email?.message} hint="They accept with this address." required>
            <TextInput type="email" inputMode="email" autoComplete="off" maxLength={254} {...form.register('email')} />
          </Field>
        )}
        <Field label="Title" error={errors.title?.message} hint="What they do, as colleagues know it.">
          <TextInput autoComplete="off" maxLength={80} {...form.register('title')} />
        </Field>
        <RoleField form={form} roles={roles} person={person} reader={reader} fixed={fixed} />
        {role?.defaultRoleId === null && <AssignedFields form={form} />}
        <Field
          label="Sales rep ID"
          error={errors.salesRepId?.message}
          hint="Ties orders and customers to them. One person each."
        >
          <TextInput autoComplete="off" maxLength={60} {...form.register('salesRepId')} />
        </Field>
      </form>
      {isOpen && <LeaveQuestion when={isDirty} loses={leavesRecord} />}
      {isAsking && (
        <DiscardQuestion
          onStay={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            setOpen(false);
          }}
        />
      )}
    </Drawer>
  );
}

import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { support as calls, IMPERSONATION_MINUTES, type SupportedUser } from '../../domain/support/contract';
import { CallError, messageOf } from '../providers/call-errors';
import { useCall } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Field, FieldError, TextArea } from '../ui/Field';
import type { HandedToken } from './LoginAsUser';
import css from './support.module.css';

const FORM = 'reason';

/** Asks why before acting for somebody; the reason is kept in the audit log. */
export function ReasonDialog({ user, onClose }: { user: SupportedUser; onClose: () => void }) {
  const navigate = useNavigate();
  const { run, isPending, error } = useCall(calls.impersonate, { showsErrors: true });
  const [reason, setReason] = useState('');
  const [mistake, setMistake] = useState<string>();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const fieldError = mistake ?? (error instanceof CallError ? error.errors?.reason : undefined);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    const checked = calls.impersonate.body.safeParse({ userId: user.id, reason });
    if (!checked.success) return setMistake(checked.error.issues[0]?.message);
    const result = await run({ body: checked.data });
    if (!result.ok) return;
    const state: HandedToken = { token: result.value.token };
    void navigate('/login-as-user', { replace: true, state });
  };
  return (
    <Dialog
      title={`Act for ${name}?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={FORM} busy={isPending}>
            Act for {name}
          </Button>
        </>
      }
    >
      <form id={FORM} className={css.form} onSubmit={(event) => void start(event)} noValidate>
        <p>
          In this tab you see and do what {name} may, for {IMPERSONATION_MINUTES} minutes at most. Whatever you write
          names you both. What concerns {name} alone, such as passwords and invitations, stays refused.
        </p>
        <Field label="Reason" hint="Kept in the audit log. A ticket number helps." error={fieldError} required>
          <TextArea
            maxLength={500}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMistake(undefined);
            }}
          />
        </Field>
        {error !== null && !fieldError && <FieldError>{messageOf(error)}</FieldError>}
      </form>
    </Dialog>
  );
}

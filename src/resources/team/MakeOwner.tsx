import { type FormEvent, useState } from 'react';
import type { OrgUser } from '../../../domain/organization/organization';
import { team as calls } from '../../../domain/organization/team-contract';
import { CallError, messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, FieldError, TextInput } from '../../ui/Field';
import { nameOf } from './people';

type Props = { person: OrgUser; onDone: () => void; onClose: () => void };

const FORM = 'make-owner';

/** Gives the organization to somebody else; the organization's name has to be typed first. */
export function MakeOwner({ person, onDone, onClose }: Props) {
  const { scope, organization } = useSession();
  const { run, isPending, error } = useCall(calls.transferOwnership, { showsErrors: true });
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState<string>();
  const orgName = organization?.name ?? '';
  const name = nameOf(person);

  const transfer = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== orgName.toLowerCase()) return setMismatch(`Type “${orgName}” to confirm`);
    const result = await run({ params: { orgId: scope?.orgId ?? 0 }, body: { targetOrgUserId: person.id } });
    if (!result.ok) return;
    showSnack({ status: 'success', message: `${name} is the owner of ${orgName} now. You are an admin.` });
    onDone();
    onClose();
  };
  const refusal = error instanceof CallError ? (error.errors?.targetOrgUserId ?? error.message) : null;
  return (
    <Dialog
      title={`Make ${name} the owner?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="danger" type="submit" form={FORM} busy={isPending}>
            Transfer ownership
          </Button>
        </>
      }
    >
      <form id={FORM} className="t-form" onSubmit={(event) => void transfer(event)} noValidate>
        <p>
          {name} will own {orgName} and may do everything, which includes changing your role. You become an admin. Only{' '}
          {name} can give ownership back.
        </p>
        <Field label={`To confirm, type ${orgName}`} error={mismatch}>
          <TextInput
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setMismatch(undefined);
            }}
          />
        </Field>
        {error !== null && <FieldError>{refusal ?? messageOf(error)}</FieldError>}
      </form>
    </Dialog>
  );
}

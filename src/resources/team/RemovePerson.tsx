import type { OrgUser } from '../../../domain/organization/organization';
import { team as calls } from '../../../domain/organization/team-contract';
import { messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';
import { nameOf } from './people';

type Props = { person: OrgUser; onDone: () => void; onClose: () => void };

/** Asks before somebody loses their place, and says what happens then. */
export function RemovePerson({ person, onDone, onClose }: Props) {
  const { scope, organization } = useSession();
  const { run, isPending, error } = useCall(calls.remove, { showsErrors: true });
  const isInvited = person.status === 'INVITED';
  const remove = async () => {
    const result = await run({ params: { orgId: scope?.orgId ?? 0, id: person.id } });
    if (!result.ok) return;
    const message = isInvited ? `${person.email} is no longer invited.` : `${nameOf(person)} is no longer on the team.`;
    showSnack({ status: 'success', message });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={isInvited ? `Take back the invitation of ${person.email}?` : `Remove ${nameOf(person)}?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="danger" busy={isPending} onClick={() => void remove()}>
            {isInvited ? 'Take it back' : 'Remove'}
          </Button>
        </>
      }
    >
      {isInvited ? (
        <p>The link in their letter stops working at once. You can invite them again at any time.</p>
      ) : (
        <p>
          They lose access to {organization?.name} at once, wherever they are signed in. Orders, comments and the
          history keep their name. Inviting {person.email} again gives them their place back.
        </p>
      )}
      {error !== null && <FieldError>{messageOf(error)}</FieldError>}
    </Dialog>
  );
}

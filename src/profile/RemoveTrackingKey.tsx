import { tracking as calls } from '../../domain/integrations/contract';
import { stateName } from '../../domain/organization/us-states';
import { messageOf } from '../providers/call-errors';
import { useCall } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldError } from '../ui/Field';

type Props = { usState: string; onDone: () => void; onClose: () => void };

/** Asks before one's key of a state is forgotten. */
export function RemoveTrackingKey({ usState, onDone, onClose }: Props) {
  const name = stateName(usState);
  const remove = useCall(calls.removeKey, { success: `Your key for ${name} is forgotten.`, showsErrors: true });
  const go = async () => {
    const result = await remove.run({ params: { usState } });
    if (result.ok) onDone();
  };
  return (
    <Dialog
      title={`Remove your key for ${name}?`}
      width={440}
      onClose={onClose}
      closable={!remove.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button tone="danger" busy={remove.isPending} onClick={() => void go()}>
            Remove
          </Button>
        </>
      }
    >
      <p>Licenses that are read with it go offline until they are connected with another key.</p>
      {remove.error !== null && <FieldError>{messageOf(remove.error)}</FieldError>}
    </Dialog>
  );
}

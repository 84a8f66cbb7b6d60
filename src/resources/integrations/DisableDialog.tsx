import { wholesale as calls } from '../../../domain/integrations/contract';
import type { WholesaleSync } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import { messageOf } from '../../providers/call-errors';
import { useCall } from '../../providers/use-call';
import css from '../../shell/shell.module.css';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';

type Props = { sync: WholesaleSync; onDone: () => void; onClose: () => void };

/** Asks before a link is ended, and says what happens to its orders. */
export function DisableDialog({ sync, onDone, onClose }: Props) {
  const name = stateName(sync.stateAbbv);
  const disable = useCall(calls.disable, { success: `${name} is no longer connected.`, showsErrors: true });
  const go = async () => {
    const result = await disable.run({ params: { orgId: sync.orgId, id: sync.id } });
    if (result.ok) onDone();
  };
  const waiting = sync.undelivered.filter(({ isWaiting }) => isWaiting).length;
  return (
    <Dialog
      title={`Disable ${name}?`}
      onClose={onClose}
      closable={!disable.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={disable.isPending}>
            Cancel
          </Button>
          <Button tone="danger" busy={disable.isPending} onClick={() => void go()}>
            Disable
          </Button>
        </>
      }
    >
      <p>
        The key is forgotten. Orders that came from the wholesale marketplace go on here alone, and it is told nothing
        more of them. You can connect {name} again with a key.
      </p>
      {waiting > 0 && <p className={css.after}>What it was still to be told is given up.</p>}
      {disable.error !== null && <FieldError>{messageOf(disable.error)}</FieldError>}
    </Dialog>
  );
}

import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

type Props = { reason: string; state: string; onClose: () => void };

/** Says that a state's tracking system key is missing. */
export function TrackingKeyQuestion({ reason, state, onClose }: Props) {
  const close = (
    <Button tone="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title={`Tracking system key for ${state}`} width={400} onClose={onClose} actions={close}>
      <p>{reason}</p>
    </Dialog>
  );
}

import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

type Props = { reason: string; onClose: () => void };

/** Says that the wholesale marketplace may not be written to. */
export function WriteAccessQuestion({ reason, onClose }: Props) {
  const close = (
    <Button tone="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Write access needed" width={400} onClose={onClose} actions={close}>
      <p>{reason}</p>
    </Dialog>
  );
}

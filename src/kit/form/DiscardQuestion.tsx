import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

/** Whether to give up what is not saved yet. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={onStay}
      actions={
        <>
          <Button tone="danger" onClick={onDiscard}>
            Leave and discard
          </Button>
          <Button tone="primary" onClick={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}

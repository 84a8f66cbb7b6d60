import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';

/** Asks whether to discard unsaved changes. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={onStay}
      actions={
        <>
          <Button tone="danger" onClick={onDiscard}>
            Discard and leave
          </Button>
          <Button tone="primary" onClick={onStay}>
            Keep editing
          </Button>
        </>
      }
    >
      <p>Your changes aren’t saved yet.</p>
    </Dialog>
  );
}

import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field, TextArea } from '../../../ui/Field';
import css from '../intakes.module.css';

/** What to reject in the tracking system and why, to copy. */
export function RejectionDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showSnack({ status: 'success', message: 'Copied.' });
    onClose();
  };
  return (
    <Dialog
      title="What to reject"
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <p>Reject these in the tracking system, or send this to the driver and the sender.</p>
      <Field label="Reasons">
        <TextArea className={css.reject ?? ''} readOnly rows={14} value={text} />
      </Field>
    </Dialog>
  );
}

import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Checkbox, Field, TextInput } from '../../../ui/Field';
import css from './api-keys.module.css';

type SecretDialogProps = { name: string; secret: string | null; onClose: () => void };

/** Shows a new key, once: it closes only after the reader says that they copied it. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const [said, setSaid] = useState('');
  const [isSafe, setSafe] = useState(false);
  if (secret === null) {
    return (
      <Dialog
        title="This key can’t be shown again"
        onClose={onClose}
        actions={
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p>“{name}” is ready, but its key was sent once and didn’t arrive. Replace it to get another one.</p>
      </Dialog>
    );
  }
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setSaid('Copied'),
      () => setSaid('Select it and press Ctrl+C or ⌘C'),
    );
  return (
    <Dialog
      title={`Copy the key of “${name}”`}
      closable={false}
      width={560}
      onClose={onClose}
      actions={
        <Button tone="primary" disabled={!isSafe} onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>This is the only time you see it. Store it where your software keeps its secrets, never in code or email.</p>
      <div className={css.secret}>
        <Field label="API key" hint={said}>
          <TextInput readOnly value={secret} spellCheck={false} onFocus={({ target }) => target.select()} />
        </Field>
        <Button icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status" className="v-hidden">
          {said}
        </span>
      </div>
      <Checkbox checked={isSafe} onChange={({ target }) => setSafe(target.checked)} label="I copied the key" />
    </Dialog>
  );
}

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { SavedSearchName } from '../../../domain/orders/saved-search';
import { CallError, isAbort, messageOf } from '../../providers/call-errors';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, FieldError, TextInput } from '../../ui/Field';
import styles from './list.module.css';
import type { SavedViews } from './useSavedViews';

/** What the menu of saved searches asks before it acts. */
export function SavedViewDialogs({ views, many }: { views: SavedViews; many: string }) {
  const { question, active, ask, save, rename } = views;
  const close = () => ask(null);
  if (question === 'save') {
    return <NameDialog title="Save this search" act="Save search" before="" onName={save} onClose={close} />;
  }
  if (question === null || !active) return null;
  if (question === 'delete') return <DeleteDialog views={views} many={many} onClose={close} />;
  return (
    <NameDialog
      title="Rename saved search"
      act="Rename"
      before={active.name}
      onName={(name) => rename(active, name)}
      onClose={close}
      onRefused={views.reread}
    />
  );
}

type NameDialogProps = {
  title: string;
  act: string;
  before: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
  onRefused?: () => unknown;
};

function NameDialog({ title, act, before, onName, onClose, onRefused }: NameDialogProps) {
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(before);
  const [errors, setErrors] = useState<{ name?: string | undefined; other?: string }>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(() => input.current?.select(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = SavedSearchName.safeParse(name);
    setErrors({ name: checked.error?.issues[0]?.message });
    if (!checked.success) return input.current?.focus();
    setBusy(true);
    try {
      await onName(checked.data);
    } catch (error) {
      const atName = error instanceof CallError ? error.errors?.name : undefined;
      if (!isAbort(error)) setErrors(atName ? { name: atName } : { other: messageOf(error) });
      if (atName) input.current?.focus();
      onRefused?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      width={420}
      onClose={onClose}
      closable={!isBusy}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={form} tone="primary" busy={isBusy}>
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Name" required error={errors.name} hint="Only you see it.">
          <TextInput
            ref={input}
            maxLength={80}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {errors.other && <FieldError>{errors.other}</FieldError>}
      </form>
    </Dialog>
  );
}

function DeleteDialog({ views, many, onClose }: { views: SavedViews; many: string; onClose: () => void }) {
  const { active, remove, isRemoving } = views;
  if (!active) return null;
  return (
    <Dialog
      title="Delete saved search"
      width={420}
      onClose={onClose}
      closable={!isRemoving}
      actions={
        <>
          <Button onClick={onClose} disabled={isRemoving}>
            Keep it
          </Button>
          <Button tone="danger" busy={isRemoving} onClick={() => void remove(active)}>
            Delete search
          </Button>
        </>
      }
    >
      <p>
        Delete “{active.name}”? The {many} it finds stay as they are, and so do the filters shown now.
      </p>
    </Dialog>
  );
}

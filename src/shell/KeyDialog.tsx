import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SecretKey } from '../../domain/integrations/integrations';
import { CallError, messageOf } from '../providers/call-errors';
import { isAskedElsewhere } from '../providers/refusals';
import type { CallResult } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Field, FieldError } from '../ui/Field';
import { SecretInput } from '../ui/SecretInput';
import css from './shell.module.css';

export type KeyDialogProps = {
  title: string;
  /** What the key is for, above the field. */
  children: ReactNode;
  /** What the platform calls the key's field. */
  field: string;
  hint?: ReactNode;
  saveLabel: string;
  /** Why the person may not; null when they may. */
  whyNot?: string | null;
  save: (key: string) => Promise<CallResult<unknown>>;
  onSaved: () => void;
  onClose: () => void;
};

/** Asks for a key of a third party, which the platform tries before it keeps it; a wrong one is told at the field. */
export function KeyDialog(props: KeyDialogProps) {
  const { title, children, field, hint, saveLabel, whyNot = null, save, onSaved, onClose } = props;
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => input.current?.focus(), []);

  const point = (message: string) => {
    setMistake(message);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The form stands inside another one's dialog where a screen asks for the key that its own form lacks.
    event.stopPropagation();
    if (isSaving) return;
    setFailure(null);
    const checked = SecretKey.safeParse(key);
    if (!checked.success) return point(checked.error.issues[0]?.message ?? '');
    setSaving(true);
    const result = await save(checked.data);
    setSaving(false);
    if (result.ok) return onSaved();
    const atField = result.error instanceof CallError ? result.error.errors?.[field] : undefined;
    if (atField) point(atField);
    else if (!isAskedElsewhere(result.error)) setFailure(messageOf(result.error));
  };
  return (
    <Dialog
      title={title}
      width={440}
      onClose={onClose}
      closable={!isSaving}
      actions={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} busy={isSaving} disabled={whyNot !== null}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={css.key} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <Field label="Key" hint={hint} error={mistake} required>
          <SecretInput
            ref={input}
            value={key}
            readOnly={isSaving}
            onChange={({ target }) => {
              setKey(target.value);
              setMistake(undefined);
            }}
          />
        </Field>
        {(whyNot ?? failure) && <FieldError>{whyNot ?? failure}</FieldError>}
      </form>
    </Dialog>
  );
}

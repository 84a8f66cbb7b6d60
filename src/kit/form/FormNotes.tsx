import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import styles from './form.module.css';
import type { RecordForm } from './types';
import { MARKED } from './useFormLife';

export type FormNotesProps<V extends FieldValues> = {
  form: RecordForm<V>;
  /** Field labels. */
  labels?: Readonly<Partial<Record<keyof V, string>>>;
  /** The other person's value, as text. */
  shown?: ((name: keyof V & string, value: unknown) => string) | undefined;
};

/** A form's notices besides field errors: restored draft, someone else's changes, what went wrong. */
export function FormNotes<V extends FieldValues>({ form, labels, shown = plainly }: FormNotesProps<V>) {
  const { clashes, problem, isRestored, isDirty } = form;
  /** Of a draft just discarded, until something else is typed or the form is left. */
  const [undo, setUndo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (isDirty) setUndo(null);
  }, [isDirty]);
  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A field with a mistake takes the focus. What stands here alone may lie below what shows of a long form.
    if (problem && !failure.current?.closest('form')?.querySelector(MARKED))
      failure.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const nameOf = (name: string) => labels?.[name as keyof V] ?? name;
  /** Distinguishes the radio groups of several fields. */
  const which = (name: string) => clashes.length > 1 && <span className="v-hidden"> {nameOf(name)}</span>;
  return (
    <>
      {(isRestored || undo) && (
        <p className={styles.quiet} role="status">
          <span>{undo ? 'Draft discarded.' : 'We kept what you typed earlier.'}</span>
          {/* One button, which keeps focus. */}
          <button
            type="button"
            className="v-link"
            onClick={() => {
              if (undo) return undo();
              const discarded = form.discard();
              setUndo(() => discarded);
            }}
          >
            {undo ? 'Undo' : 'Discard draft'}
          </button>
        </p>
      )}
      {clashes.length > 0 && (
        <div className={styles.notice} role="alert">
          <p>
            Someone else changed {clashes.map(({ name }) => nameOf(name)).join(', ')} while you were typing. Pick the
            version to keep:
          </p>
          <ul>
            {clashes.map(({ name, theirs }) => (
              <li key={name}>
                {nameOf(name)}: <b>{shown(name as keyof V & string, theirs)}</b>
                <div className={styles.acts}>
                  <Button onClick={() => form.settle(name, 'theirs')}>Use theirs{which(name)}</Button>
                  <Button onClick={() => form.settle(name, 'mine')}>Keep mine{which(name)}</Button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {problem && (
        <div className={styles.problem} ref={failure}>
          {problem.message && <FieldError>{problem.message}</FieldError>}
          {Object.entries(problem.unseen ?? {}).map(([name, message]) => (
            <FieldError key={name}>
              {nameOf(name)}: {message}
            </FieldError>
          ))}
          {problem.canRetry && (
            <Button icon="refresh" busy={form.isSaving} onClick={() => void form.submit()}>
              Try again
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function plainly(_name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  return Array.isArray(value) ? `${value.length} chosen` : String(value);
}

import { type ReactNode, useEffect, useId, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FormNotes, type FormNotesProps } from './FormNotes';
import { type FieldSpec, Fields } from './fields';
import styles from './form.module.css';
import { DiscardQuestion } from './questions/DiscardQuestion';

export type FormFrameProps<V extends FieldValues> = FormNotesProps<V> & {
  title: string;
  /** Shown above the fields. */
  intro?: ReactNode;
  fields?: readonly FieldSpec<V>[];
  /** Custom content after the declared fields: mostly `FormField`s. */
  children?: ReactNode;
  /** The submit button's label. */
  save: string;
  tone?: 'primary' | 'danger';
  /** Why it can't be submitted; shown above the buttons. */
  whyNot?: string | null;
  cancel?: string;
  /** Whether to ask before discarding; false for a single line that is quickly retyped. */
  asksFirst?: boolean;
  onClose: () => void;
  width?: number;
};

/**
 * A form beside the page. A record's whole form is its resource and a list of fields:
 *
 *     function ZoneDrawer({ zone, onClose }: { zone?: Zone; onClose: () => void }) {
 *       const form = useRecordForm(zones, {
 *         id: zone?.id, version: zone?.version, values: { name: zone?.name ?? '', color: zone?.color ?? '' },
 *         success: ({ name }) => `“${name}” is saved.`, onSaved: onClose,
 *       });
 *       return <FormDrawer form={form} title={zone ? `Edit ${zone.name}` : 'Add a zone'} save="Save" onClose={onClose}
 *         fields={[{ name: 'name', label: 'Name', required: true, maxLength: 80 }, { name: 'color', label: 'Color' }]} />;
 *     }
 *
 * Mount to open, unmount to close. Asks before discarding what was typed.
 */
export function FormDrawer<V extends FieldValues>(props: FormFrameProps<V>) {
  return <FormFrame {...props} isDrawer />;
}

/** A short form in a dialog. */
export function FormDialog<V extends FieldValues>(props: FormFrameProps<V>) {
  return <FormFrame {...props} isDrawer={false} />;
}

function FormFrame<V extends FieldValues>(props: FormFrameProps<V> & { isDrawer: boolean }) {
  const { form, title, intro, fields = [], children, save, tone = 'primary', whyNot = null } = props;
  const { cancel = 'Cancel', asksFirst = true, onClose, isDrawer, width, shown } = props;
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (form.isDirty && asksFirst) return setAsking(true);
    if (form.isDirty) form.discard();
    onClose();
  };
  const { ref } = form.formProps;
  useEffect(() => focusFirst(ref.current), [ref]);
  return (
    <Dialog
      title={title}
      onClose={leave}
      closable={!form.isSaving}
      isDrawer={isDrawer}
      width={width ?? (isDrawer ? 460 : 440)}
      actions={
        <>
          <Button onClick={leave} disabled={form.isSaving}>
            {cancel}
          </Button>
          <Button
            tone={tone}
            type="submit"
            form={id}
            busy={form.isSaving}
            disabled={whyNot !== null}
            aria-disabled={form.clashes.length > 0}
          >
            {save}
          </Button>
        </>
      }
    >
      <FormProvider {...form.rhf}>
        <form id={id} className={styles.form} {...form.formProps}>
          {intro}
          {fields.length > 0 && <Fields fields={fields} />}
          {children}
          <FormNotes
            form={form}
            labels={labelsOf(fields)}
            shown={shown}
            {...(props.labels ? { labels: props.labels } : {})}
          />
          {whyNot && <p className="v-hint">{whyNot}</p>}
        </form>
      </FormProvider>
      {isAsking && (
        <DiscardQuestion
          onStay={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            form.discard();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

export function labelsOf<V extends FieldValues>(fields: readonly FieldSpec<V>[]): Partial<Record<keyof V, string>> {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label])) as Partial<Record<keyof V, string>>;
}

const FIRST = ':is(input, select, textarea):not([disabled]):is(:not([readonly]), [data-loading])';

/** Focus starts at the first field to type in, once its control has loaded. Returns what ends the wait for it. */
export function focusFirst(form: HTMLFormElement | null): (() => void) | undefined {
  const first = form?.querySelector<HTMLInputElement>(FIRST);
  if (!form || !first) return;
  if (!first.matches('[data-loading]')) {
    first.focus();
    if (first.value && first.matches('input:not([type=checkbox], [type=date])')) first.select();
    return;
  }
  const waiting = new MutationObserver(() => {
    if (first.isConnected) return;
    waiting.disconnect();
    // Whoever has begun to type elsewhere stays there.
    if (!form.contains(document.activeElement)) focusFirst(form);
  });
  waiting.observe(form, { childList: true, subtree: true });
  return () => waiting.disconnect();
}

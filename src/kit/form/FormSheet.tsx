import { type ReactNode, useEffect } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { focusFirst, labelsOf } from './FormDrawer';
import { FormNotes, type FormNotesProps } from './FormNotes';
import { type FieldSpec, Fields } from './fields';
import styles from './form.module.css';

type FormSheetProps<V extends FieldValues> = FormNotesProps<V> & {
  fields?: readonly FieldSpec<V>[];
  /** Custom content after the declared fields. */
  children?: ReactNode;
  /** Shown above the fields. */
  intro?: ReactNode;
  save: string;
  /** Always shows Save, for adding; otherwise only while something has changed. */
  always?: boolean;
  /** An accessible name, when there is no heading. */
  label?: string;
  className?: string | undefined;
  /** Why it can't be submitted; shown beside the button. */
  whyNot?: string | null;
  /** Keeps Save in view while a long form scrolls. */
  hasBar?: boolean;
  /** Closes it; without it the form stays and shows Save and Discard while something has changed. */
  onCancel?: () => void;
};

/** A form within a page, such as one section of a record. */
export function FormSheet<V extends FieldValues>(props: FormSheetProps<V>) {
  const {
    form,
    intro,
    fields = [],
    children,
    save,
    always = false,
    label,
    className,
    hasBar = false,
    onCancel,
    shown,
    whyNot = null,
  } = props;
  const isShown = form.isDirty || always || onCancel !== undefined;
  const isOpened = onCancel !== undefined;
  const { ref } = form.formProps;
  useEffect(() => {
    return isOpened ? focusFirst(ref.current) : undefined;
  }, [isOpened, ref]);
  return (
    <FormProvider {...form.rhf}>
      <form
        className={`${styles.form} ${className ?? ''}`}
        {...(label ? { 'aria-label': label } : {})}
        {...form.formProps}
        onKeyDown={(event) => {
          form.formProps.onKeyDown(event);
          if (event.key === 'Escape' && !form.isDirty) onCancel?.();
        }}
      >
        {intro}
        {fields.length > 0 && <Fields fields={fields} />}
        {children}
        <div className={hasBar && isShown ? styles.bar : styles.end}>
          <FormNotes form={form} labels={props.labels ?? labelsOf(fields)} shown={shown} />
          {whyNot && <p className="v-hint">{whyNot}</p>}
          {isShown && (
            <div className={styles.acts}>
              <Button
                type="submit"
                tone="primary"
                busy={form.isSaving}
                disabled={whyNot !== null}
                aria-disabled={form.clashes.length > 0}
              >
                {save}
              </Button>
              {!always && (
                <Button
                  onClick={() => {
                    form.discard();
                    onCancel?.();
                  }}
                >
                  {onCancel ? 'Cancel' : 'Discard changes'}
                </Button>
              )}
            </div>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

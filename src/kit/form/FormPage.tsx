import { type ReactNode, useId } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { type Crumb, PageFrame } from '../../ui/PageFrame';
import { labelsOf } from './FormDrawer';
import { FormNotes } from './FormNotes';
import { type FieldSpec, Fields } from './fields';
import styles from './form.module.css';
import type { RecordForm } from './types';

export type FormSection<V extends FieldValues> = {
  title: string;
  fields?: readonly FieldSpec<V>[];
  /** Special cases, after the declared fields. */
  content?: ReactNode;
};

export type FormPageProps<V extends FieldValues> = {
  form: RecordForm<V>;
  title: string;
  aside?: ReactNode;
  breadcrumbs?: readonly Crumb[];
  /** The main column, and beside it, where there is room, the side column. */
  main: readonly FormSection<V>[];
  side?: readonly FormSection<V>[];
  save?: string;
  /** Why the reader may not change it: nothing can then be saved. */
  whyNot?: string | null;
  shown?: (name: keyof V & string, value: unknown) => string;
};

/** A record's page as a form: sections in two columns, and a bar to save or discard while something is changed. */
export function FormPage<V extends FieldValues>(props: FormPageProps<V>) {
  const { form, title, aside, breadcrumbs, main, side = [], save = 'Save', whyNot = null, shown } = props;
  const labels = labelsOf([...main, ...side].flatMap(({ fields = [] }) => fields));
  return (
    <PageFrame title={title} aside={aside} {...(breadcrumbs ? { breadcrumbs } : {})} busy={form.isSaving}>
      <FormProvider {...form.rhf}>
        <form className={styles.form} aria-label={title} {...form.formProps}>
          <fieldset disabled={whyNot !== null} className={`${styles.columns} ${side.length > 0 ? styles.hasSide : ''}`}>
            <Column className={styles.main} sections={main} />
            {side.length > 0 && <Column className={styles.side} sections={side} />}
          </fieldset>
          {whyNot && <p className="v-hint">{whyNot}</p>}
          <FormNotes form={form} labels={labels} shown={shown} />
          {form.isDirty && (
            <div className={styles.saveBar}>
              <span>Not saved yet</span>
              <Button onClick={form.discard} disabled={form.isSaving}>
                Discard
              </Button>
              <Button tone="primary" type="submit" busy={form.isSaving} aria-disabled={form.clashes.length > 0}>
                {save}
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
    </PageFrame>
  );
}

type ColumnProps<V extends FieldValues> = { className: string | undefined; sections: readonly FormSection<V>[] };

function Column<V extends FieldValues>({ className, sections }: ColumnProps<V>) {
  return (
    <div className={className}>
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </div>
  );
}

function Section<V extends FieldValues>({ title, fields = [], content }: FormSection<V>) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {fields.length > 0 && <Fields fields={fields} />}
      {content}
    </section>
  );
}

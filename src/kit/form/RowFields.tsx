import { type FieldValues, useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { type FieldSpec, Fields } from './fields';
import styles from './form.module.css';

type RowFieldsProps<R extends FieldValues> = {
  /** The form's field that holds the rows. */
  name: string;
  /** What a row is, such as "License". */
  noun: string;
  /** The fields of each row. */
  fields: readonly FieldSpec<R>[];
  /** A row to add, from the last one. */
  next: (last: R | undefined) => R;
  most: number;
};

/** The fields of a row, by their names in the whole form. */
const inRow = <R extends FieldValues>(fields: readonly FieldSpec<R>[], row: string) =>
  fields.map((spec) => ({ ...spec, name: `${row}.${spec.name}` })) as FieldSpec<FieldValues>[];

/** Rows typed one under another, each with the same declared fields; the first can't be removed. */
export function RowFields<R extends FieldValues>({ name, noun, fields, next, most }: RowFieldsProps<R>) {
  const { control, getValues } = useFormContext();
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  return (
    <>
      {rows.map(({ id }, index) => (
        <fieldset key={id} className={styles.row}>
          <legend className={styles.part}>{rows.length > 1 ? `${noun} ${index + 1}` : noun}</legend>
          <Fields fields={inRow(fields, `${name}.${index}`)} />
          {rows.length > 1 && (
            <Button className={styles.removeRow} tone="quiet" icon="close" onClick={() => remove(index)}>
              Remove<span className="v-hidden"> {`${noun.toLowerCase()} ${index + 1}`}</span>
            </Button>
          )}
        </fieldset>
      ))}
      {rows.length < most && (
        <Button
          className={styles.addRow}
          icon="plus"
          onClick={() => append(next((getValues(name) as R[] | undefined)?.at(-1)))}
        >
          Add another {noun.toLowerCase()}
        </Button>
      )}
    </>
  );
}

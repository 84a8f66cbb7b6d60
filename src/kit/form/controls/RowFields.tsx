import { useEffect, useRef, useState } from 'react';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/Button';
import { type FieldSpec, Fields } from '../fields';
import styles from '../form.module.css';

type RowFieldsProps<R extends FieldValues> = {
  /** The form's field that holds the rows. */
  name: string;
  /** What a row is, such as "License". */
  noun: string;
  /** The fields of each row. */
  fields: readonly FieldSpec<R>[];
  /** A row to add, after the last one. */
  next: (last: R | undefined) => R;
  most: number;
};

/** The fields of a row, by their names in the whole form. */
const inRow = <R extends FieldValues>(fields: readonly FieldSpec<R>[], row: string) =>
  fields.map((spec) => ({ ...spec, name: `${row}.${spec.name}` })) as FieldSpec<FieldValues>[];

/** Rows typed one under another, each with the same declared fields; one always stays. */
export function RowFields<R extends FieldValues>({ name, noun, fields, next, most }: RowFieldsProps<R>) {
  const { setValue, clearErrors } = useFormContext();
  // Read from the form rather than kept by a field array, which misses rows restored from a draft.
  const rows = (useWatch({ name }) ?? []) as readonly R[];
  const last = useRef<HTMLFieldSetElement>(null);
  const [isAdded, setAdded] = useState(false);
  useEffect(() => {
    if (!isAdded) return;
    last.current?.querySelector<HTMLInputElement>('input, select')?.focus();
    setAdded(false);
  }, [isAdded]);
  const change = (to: readonly R[]) => {
    clearErrors(name);
    setValue(name, to, { shouldDirty: true });
  };
  return (
    <>
      {rows.map((_, index) => (
        <fieldset
          // Rows have no id, and each field shows the form's value at its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          ref={index === rows.length - 1 ? last : null}
          className={styles.row}
        >
          <legend className={styles.part}>{rows.length > 1 ? `${noun} ${index + 1}` : noun}</legend>
          <Fields fields={inRow(fields, `${name}.${index}`)} />
          {rows.length > 1 && (
            <Button
              className={styles.removeRow}
              tone="quiet"
              icon="close"
              onClick={() => change(rows.filter((_row, place) => place !== index))}
            >
              Remove<span className="v-hidden"> {`${noun.toLowerCase()} ${index + 1}`}</span>
            </Button>
          )}
        </fieldset>
      ))}
      {rows.length < most && (
        <Button
          className={styles.addRow}
          icon="plus"
          onClick={() => {
            change([...rows, next(rows.at(-1))]);
            setAdded(true);
          }}
        >
          Add another {noun.toLowerCase()}
        </Button>
      )}
    </>
  );
}

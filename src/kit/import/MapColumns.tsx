import type { ReactNode } from 'react';
import type { ImportFields, ImportRowOf } from '../../../domain/import';
import { guessMapping, type MappedRows, mapRows } from '../../../domain/import-rows';
import { formatNumber } from '../../../domain/money';
import { Unusable } from '../../providers/call/call-errors';
import { attempt } from '../form/attempt';
import { FormSheet } from '../form/FormSheet';
import type { FieldSpec } from '../form/fields';
import { useActionForm } from '../form/useRecordForm';
import styles from './import.module.css';
import type { CsvFile } from './read-csv';

/** What of a file is sent, and what is told of the rest. */
export type ReadRows<F extends ImportFields> = MappedRows<string> & { rows: readonly ImportRowOf<F>[] };

/** The column that fills each field; none of those without. */
export type Mapping<F extends ImportFields> = Partial<Record<keyof F & string, number>>;

export type MapProps<F extends ImportFields, R> = {
  fields: F;
  /** What a blank cell means, in a sentence. */
  blanks: string;
  /** What must be mapped before the review, in a sentence; null once it is. */
  missing: (mapping: Partial<Record<keyof F, number>>) => string | null;
  table: CsvFile;
  /** The button's label, and what it does with the rows: it may take a while, and raise. */
  save?: string;
  take: (read: ReadRows<F>, mapping: Mapping<F>) => Promise<R> | R;
  onMapped: (taken: R) => void;
  onBack: () => void;
  /** Above the fields. */
  children?: ReactNode;
};
type Columns = Record<string, number | null>;

/** Matches a file's columns to fields, as their headings say at first. */
export function MapColumns<F extends ImportFields, R>(props: MapProps<F, R>) {
  const { table, fields, blanks, missing, save = 'Review rows', take, onMapped, onBack, children } = props;
  const guessed: Partial<Record<string, number>> = guessMapping(fields, table.headers);
  const values = Object.fromEntries(Object.keys(fields).map((field) => [field, guessed[field] ?? null])) as Columns;
  const map = async (columns: Columns) => {
    const used = Object.fromEntries(Object.entries(columns).filter(([, at]) => at !== null)) as Mapping<F>;
    const problem = missing(used as Partial<Record<keyof F, number>>);
    if (problem !== null) throw new Unusable(problem);
    const read = mapRows(table.lines, used as Record<string, number>, fields);
    const [first] = read.unread;
    if (read.rows.length === 0 && first) {
      throw new Unusable(`No row can be read. Row ${formatNumber(first.row)}: ${first.reasons.join(' ')}`);
    }
    return take(read as ReadRows<F>, used);
  };
  const form = useActionForm<Columns, R>((columns) => attempt(() => map(columns)), { values, onSaved: onMapped });
  const first = table.lines[0]?.cells;
  const options = table.headers.map((header, at) => ({
    value: at,
    label: `${header || `Column ${at + 1}`}${first?.[at] ? ` (${first[at].slice(0, 30)})` : ''}`,
  }));
  return (
    <div className={styles.page}>
      {children}
      <FormSheet
        form={form}
        label="Columns"
        save={save}
        always
        intro={
          <>
            {table.note !== null && <p role="status">{table.note}</p>}
            <p className="v-hint">
              {table.lines.length.toLocaleString('en-US')} rows in {table.fileName || 'what you pasted'}. Match each
              column to a field. {blanks}
            </p>
          </>
        }
        fields={Object.entries(fields).map(
          ([name, { label }]): FieldSpec<Columns> => ({
            name,
            label,
            control: 'select',
            options,
            placeholder: 'Not in this file',
            half: true,
          }),
        )}
      />
      <button type="button" className="v-button v-quiet" onClick={onBack}>
        Choose another file
      </button>
    </div>
  );
}

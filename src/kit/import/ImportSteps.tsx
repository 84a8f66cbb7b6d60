import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ImportFields,
  type ImportRowOf,
  MOST_IMPORT_ROWS,
  type RowVerdict,
  type Verdict,
} from '../../../domain/import';
import { guessMapping, type MappedRows, mapRows, withRead } from '../../../domain/import-rows';
import { formatNumber } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { Unusable } from '../../providers/call/call-errors';
import type { CallResult } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import { attempt } from '../form/attempt';
import { FormSheet } from '../form/FormSheet';
import type { FieldSpec } from '../form/fields';
import { QueryState } from '../form/QueryState';
import { useActionForm } from '../form/useRecordForm';
import { ImportRows } from './ImportRows';
import styles from './import.module.css';
import { type CsvFile, readCsv } from './read-csv';
import { saveSkipped } from './save-skipped';

export type ImportStepsProps<F extends ImportFields, R> = {
  fields: F;
  /** The noun of its rows: "customer", "customers". */
  noun: readonly [one: string, many: string];
  /** Most rows; 2,000 by default. */
  most?: number;
  /** What a blank cell means, in a sentence. */
  blanks: string;
  /** What must be mapped before the review, in a sentence; null once it is. */
  missing: (mapping: Partial<Record<keyof F, number>>) => string | null;
  onStep?: (step: number) => void;
} & Pick<ReviewProps<F, R>, 'preview' | 'apply' | 'onApplied' | 'act'>;

type Mapped<F extends ImportFields> = { table: CsvFile; read: ReadRows<F> };
/** What of a file is sent, and what is told of the rest. */
type ReadRows<F extends ImportFields> = MappedRows<string> & { rows: Rows<F> };

/**
 * A csv import in three steps: choose a file or paste its rows, match its columns to fields, review each row's result.
 * Nothing is saved before the last.
 */
export function ImportSteps<F extends ImportFields, R>(props: ImportStepsProps<F, R>) {
  const { fields, noun, most = MOST_IMPORT_ROWS, preview, apply, act, onApplied, onStep } = props;
  const [table, setTable] = useState<CsvFile | null>(null);
  const [mapped, setMapped] = useState<Mapped<F> | null>(null);
  const go = (next: { table: CsvFile | null; mapped: Mapped<F> | null }) => {
    setTable(next.table);
    setMapped(next.mapped);
    onStep?.(next.mapped ? 3 : next.table ? 2 : 1);
  };
  if (mapped) {
    return (
      <ImportReview
        table={mapped.table}
        read={mapped.read}
        noun={noun}
        preview={preview}
        apply={apply}
        act={act}
        onApplied={onApplied}
        onBack={() => go({ table, mapped: null })}
      />
    );
  }
  if (!table) {
    const read = (next: CsvFile) => go({ table: next, mapped: null });
    return <ChooseFile fields={fields} many={noun[1]} most={most} onRead={read} />;
  }
  return (
    <MapColumns
      table={table}
      fields={fields}
      blanks={props.blanks}
      missing={props.missing}
      onMapped={(read) => go({ table, mapped: { table, read } })}
      onBack={() => go({ table: null, mapped: null })}
    />
  );
}

type Chosen = { file: File | null; text: string };
type ChooseProps = { fields: ImportFields; many: string; most: number; onRead: (table: CsvFile) => void };

function ChooseFile({ fields, many, most, onRead }: ChooseProps) {
  const read = async ({ file, text }: Chosen): Promise<CsvFile> => {
    if (file !== null && text.trim() !== '') throw new Unusable('Choose a file or paste rows, not both.');
    return readCsv(file ?? text, most);
  };
  const form = useActionForm<Chosen, CsvFile>((chosen) => attempt(() => read(chosen)), {
    values: { file: null, text: '' },
    onSaved: onRead,
  });
  return (
    <div className={styles.page}>
      <FormSheet
        form={form}
        label="Choose a file"
        save="Continue"
        always
        intro={
          <p className="v-hint">
            A csv file with a header row and at most {most.toLocaleString('en-US')} {many}. Columns you can use:{' '}
            {Object.values(fields)
              .map(({ label }) => label)
              .join(', ')}
            . You review the changes before anything is saved.
          </p>
        }
        fields={[
          { name: 'file', label: 'File', control: 'upload', accept: '.csv,text/csv' },
          { name: 'text', label: 'Or paste rows here', control: 'textarea', rows: 6 },
        ]}
      />
    </div>
  );
}

type MapProps<F extends ImportFields> = Pick<ImportStepsProps<F, unknown>, 'fields' | 'blanks' | 'missing'> & {
  table: CsvFile;
  onMapped: (read: ReadRows<F>) => void;
  onBack: () => void;
};
type Columns = Record<string, number | null>;

function MapColumns<F extends ImportFields>({ table, fields, blanks, missing, onMapped, onBack }: MapProps<F>) {
  const guessed: Partial<Record<string, number>> = guessMapping(fields, table.headers);
  const values = Object.fromEntries(Object.keys(fields).map((field) => [field, guessed[field] ?? null])) as Columns;
  const map = (columns: Columns) => {
    const used = Object.fromEntries(Object.entries(columns).filter(([, at]) => at !== null));
    const problem = missing(used as Partial<Record<keyof F, number>>);
    if (problem !== null) throw new Unusable(problem);
    const read = mapRows(table.lines, used as Record<string, number>, fields);
    const [first] = read.unread;
    if (read.rows.length === 0 && first) {
      throw new Unusable(`No row can be read. Row ${formatNumber(first.row)}: ${first.reasons.join(' ')}`);
    }
    return read as ReadRows<F>;
  };
  const form = useActionForm<Columns, ReadRows<F>>((columns) => attempt(async () => map(columns)), {
    values,
    onSaved: onMapped,
  });
  const first = table.lines[0]?.cells;
  const options = table.headers.map((header, at) => ({
    value: at,
    label: `${header || `Column ${at + 1}`}${first?.[at] ? ` (${first[at].slice(0, 30)})` : ''}`,
  }));
  return (
    <div className={styles.page}>
      <FormSheet
        form={form}
        label="Columns"
        save="Review rows"
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

type Rows<F extends ImportFields> = readonly ImportRowOf<F>[];

type ReviewProps<F extends ImportFields, R> = {
  table: CsvFile;
  read: ReadRows<F>;
  noun: readonly [one: string, many: string];
  /** A hook that reads what an import would do with each row. */
  preview: (rows: Rows<F>) => UseQueryResult<{ rows: RowVerdict[] }, Error>;
  /** A hook that imports the rows. */
  apply: () => { run: (rows: Rows<F>, fileName: string) => Promise<CallResult<R>>; isPending: boolean };
  /** The verb of its button: "Import". */
  act: string;
  onBack: () => void;
  /** With the rows of the file that couldn't be read. */
  onApplied: (applied: R, unread: readonly RowVerdict[]) => void;
};

const countOf = (rows: readonly RowVerdict[], wanted: Verdict) =>
  rows.filter(({ verdict }) => verdict === wanted).length;

/** What an import would do with each row, before anything is saved. */
function ImportReview<F extends ImportFields, R>(props: ReviewProps<F, R>) {
  const { table, read, noun, preview: usePreview, apply: useApply, act, onBack, onApplied } = props;
  const query = usePreview(read.rows);
  const { run, isPending } = useApply();
  const apply = async () => {
    const result = await run(read.rows, table.fileName);
    if (result.ok) onApplied(result.value, read.unread);
  };
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ rows }) => {
        const verdicts = withRead(rows, read);
        const written = countOf(verdicts, 'create') + countOf(verdicts, 'update');
        return (
          <>
            {table.note !== null && <p role="status">{table.note}</p>}
            <div className={styles.head}>
              <p>{summaryOf(verdicts)} Skipped rows are left out.</p>
              <span className={styles.head}>
                {countOf(verdicts, 'refused') > 0 && (
                  <Button onClick={() => void saveSkipped(table, verdicts)}>Download skipped rows</Button>
                )}
                <Button onClick={onBack}>Back to columns</Button>
                <Button tone="primary" busy={isPending} disabled={written === 0} onClick={() => void apply()}>
                  {act} {counted(written, ...noun)}
                </Button>
              </span>
            </div>
            <ImportRows rows={verdicts} />
          </>
        );
      }}
    </QueryState>
  );
}

const WORDS: Record<Verdict, string> = { create: 'new', update: 'changed', unchanged: 'unchanged', refused: 'skipped' };

/** "3 new, 1 changed, 0 unchanged, 2 skipped." */
const summaryOf = (rows: readonly RowVerdict[]): string =>
  `${(Object.keys(WORDS) as Verdict[]).map((verdict) => `${formatNumber(countOf(rows, verdict))} ${WORDS[verdict]}`).join(', ')}.`;

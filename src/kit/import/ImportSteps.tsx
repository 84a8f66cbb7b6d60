import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ImportFields,
  type ImportRowOf,
  MOST_IMPORT_ROWS,
  type RowVerdict,
  type Verdict,
} from '../../../domain/import';
import { withRead } from '../../../domain/import-rows';
import { formatNumber } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { Unusable } from '../../providers/call/call-errors';
import type { CallResult } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import { attempt } from '../form/attempt';
import { FormSheet } from '../form/FormSheet';
import { QueryState } from '../form/QueryState';
import { useActionForm } from '../form/useRecordForm';
import { ImportRows } from './ImportRows';
import styles from './import.module.css';
import { MapColumns, type MapProps, type ReadRows } from './MapColumns';
import { type CsvFile, readCsv } from './read-csv';
import { saveSkipped } from './save-skipped';

export type ImportStepsProps<F extends ImportFields, R> = {
  fields: F;
  /** The noun of its rows: "customer", "customers". */
  noun: readonly [one: string, many: string];
  /** Most rows; 2,000 by default. */
  most?: number;
  onStep?: (step: number) => void;
} & Pick<MapProps<F, unknown>, 'blanks' | 'missing'> &
  Pick<ReviewProps<F, R>, 'preview' | 'apply' | 'onApplied' | 'act'>;

type Mapped<F extends ImportFields> = { table: CsvFile; read: ReadRows<F> };

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
      take={(read) => read}
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

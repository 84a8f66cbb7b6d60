import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  guessMapping,
  IMPORT_FIELD_IDS,
  IMPORT_FIELDS,
  type ImportField,
  type ImportRow,
  MOST_IMPORT_ROWS,
  mapRows,
} from '../../../domain/customers/import';
import { attempt } from '../../kit/form/attempt';
import { FormSheet } from '../../kit/form/FormSheet';
import type { FieldSpec } from '../../kit/form/fields';
import { useActForm } from '../../kit/form/useRecordForm';
import { Unusable } from '../../providers/call-errors';
import { PageFrame } from '../../ui/PageFrame';
import styles from './customers.module.css';
import { ImportResult } from './ImportResult';
import { ImportReview } from './ImportReview';
import { type CsvTable, readCsv } from './read-csv';

type Mapped = { table: CsvTable; rows: readonly ImportRow[] };

/** Imports customers from a csv file: choose it, map its columns, review the changes, apply. */
export default function ImportCustomers() {
  const [params, setParams] = useSearchParams();
  const [table, setTable] = useState<CsvTable | null>(null);
  const [mapped, setMapped] = useState<Mapped | null>(null);
  const importId = Number(params.get('import')) || null;
  const again = () => {
    setTable(null);
    setMapped(null);
    setParams({});
  };
  const step = importId ? 4 : mapped ? 3 : table ? 2 : 1;
  return (
    <PageFrame
      title="Import customers"
      breadcrumbs={[{ label: 'Customers', to: '/network/customers' }]}
      aside={step < 4 && <span className="v-hint">Step {step} of 3</span>}
    >
      {importId !== null && <ImportResult id={importId} onAgain={again} />}
      {step === 1 && <ChooseFile onRead={setTable} />}
      {step === 2 && table && (
        <MapColumns table={table} onMapped={(rows) => setMapped({ table, rows })} onBack={again} />
      )}
      {step === 3 && mapped && (
        <ImportReview
          fileName={mapped.table.fileName}
          rows={mapped.rows}
          onBack={() => setMapped(null)}
          onApplied={({ id }) => setParams({ import: String(id) })}
        />
      )}
    </PageFrame>
  );
}

type Chosen = { file: File | null; text: string };

function ChooseFile({ onRead }: { onRead: (table: CsvTable) => void }) {
  const form = useActForm<Chosen, CsvTable>(({ file, text }) => attempt(() => readCsv(file ?? text)), {
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
            A csv file with a header row and at most {MOST_IMPORT_ROWS.toLocaleString('en-US')} customers. You review
            the changes before anything is saved.
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

type Columns = Record<ImportField, number | null>;
type MapProps = { table: CsvTable; onMapped: (rows: readonly ImportRow[]) => void; onBack: () => void };

function MapColumns({ table, onMapped, onBack }: MapProps) {
  const guessed = guessMapping(table.headers);
  const values = Object.fromEntries(IMPORT_FIELD_IDS.map((field) => [field, guessed[field] ?? null])) as Columns;
  const map = (columns: Columns) => {
    if (columns.name === null && columns.licenseNumber === null) {
      throw new Unusable('Choose the column with the name or the license number.');
    }
    const used = Object.entries(columns).filter(([, at]) => at !== null);
    return mapRows(table.lines, Object.fromEntries(used));
  };
  const form = useActForm<Columns, ImportRow[]>((columns) => attempt(async () => map(columns)), {
    values,
    onSaved: onMapped,
  });
  const options = table.headers.map((header, at) => ({
    value: at,
    label: `${header || `Column ${at + 1}`}${table.lines[0]?.[at] ? ` (${table.lines[0][at].slice(0, 30)})` : ''}`,
  }));
  return (
    <div className={styles.page}>
      <FormSheet
        form={form}
        label="Columns"
        save="Review rows"
        always
        intro={
          <p className="v-hint">
            {table.lines.length.toLocaleString('en-US')} rows in {table.fileName || 'what you pasted'}. Match each
            column to a field. Blank cells change nothing.
          </p>
        }
        fields={IMPORT_FIELD_IDS.map(
          (field): FieldSpec<Columns> => ({
            name: field,
            label: IMPORT_FIELDS[field].label,
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

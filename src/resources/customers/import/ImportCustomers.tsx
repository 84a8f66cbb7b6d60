import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CustomerImport, IMPORT_FIELDS, type ImportRow, UNDOS } from '../../../../domain/customers/import';
import { customerImports as calls } from '../../../../domain/customers/import-contract';
import type { RowVerdict } from '../../../../domain/import';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { ImportOutcome } from '../../../kit/import/ImportOutcome';
import { detailOf, ImportRows } from '../../../kit/import/ImportRows';
import { ImportSteps } from '../../../kit/import/ImportSteps';
import { useRecentImports } from '../../../kit/import/useRecentImports';
import { CustomerLink } from '../../../kit/links/CustomerLink';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceCreate, useResourceOne } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import { imports } from '../resource';

const NOUN = ['customer', 'customers'] as const;
const ACT = 'Import';

/** Imports customers from a csv file: choose it, map its columns, review the changes, apply. */
export default function ImportCustomers() {
  const [params, setParams] = useSearchParams();
  const [step, setStep] = useState(1);
  const [unread, setUnread] = useState<Unread | null>(null);
  const recent = useRecentImports({ call: calls.apply, noun: NOUN, act: ACT, done: 'imported' });
  const importId = Number(params.get('import')) || null;
  const again = () => {
    setStep(1);
    setParams({});
  };
  return (
    <PageFrame
      title="Import customers"
      breadcrumbs={[{ label: 'Customers', to: '/network/customers' }]}
      aside={
        <>
          {importId === null && <span className="v-hint">Step {step} of 3</span>}
          {recent.button}
        </>
      }
    >
      {importId === null ? (
        <ImportSteps<typeof IMPORT_FIELDS, CustomerImport>
          fields={IMPORT_FIELDS}
          noun={NOUN}
          act={ACT}
          blanks="Blank cells change nothing."
          missing={({ name, licenseNumber }) =>
            name === undefined && licenseNumber === undefined
              ? 'Choose the column with the name or the license number.'
              : null
          }
          onStep={setStep}
          preview={usePreview}
          apply={useApply}
          onApplied={({ id }, rows) => {
            setUnread({ importId: id, rows });
            setParams({ import: String(id) });
          }}
        />
      ) : (
        <ImportResult id={importId} unread={unread?.importId === importId ? unread.rows : []} onAgain={again} />
      )}
      {recent.list}
    </PageFrame>
  );
}

function usePlace() {
  const { scope } = useSession();
  return { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
}

function usePreview(rows: readonly ImportRow[]) {
  const { orgId, companyId } = usePlace();
  const body = useMemo(() => ({ orgId, companyId, rows: [...rows] }), [orgId, companyId, rows]);
  return useCallQuery(calls.preview, { body }, { topics: ['customers'] });
}

function useApply() {
  const place = usePlace();
  const { run, isPending } = useResourceCreate(imports, { success: 'Customers imported.' });
  return {
    run: (rows: readonly ImportRow[], fileName: string) => run({ ...place, rows: [...rows], fileName }),
    isPending,
  };
}

const written = ({ rows }: CustomerImport) =>
  rows.filter(({ verdict }) => ['create', 'update'].includes(verdict)).length;

type Row = CustomerImport['rows'][number];

/** Rows of the file that couldn't be read, known until the page is left. */
type Unread = { importId: number; rows: readonly RowVerdict[] };
const unreadRow = ({ changes: _, ...row }: RowVerdict): Row => ({ ...row, customerId: null, undo: null });

const nameCell = ({ name, customerId, undo }: Row) =>
  customerId && undo !== 'removed' ? <CustomerLink customer={{ id: customerId, name }} /> : name;

/** What the undo did with a row, else why it was skipped. */
const detail = (row: Row) => (row.undo ? UNDOS[row.undo] : detailOf(row));

const UNDO_EFFECT =
  'We restore the customers it changed and remove the ones it added. Customers changed or with orders since then stay as they are.';

type ResultProps = { id: number; unread: Unread['rows']; onAgain: () => void };

/** An applied import: each row's result, and undo. */
function ImportResult({ id, unread, onAgain }: ResultProps) {
  const { query } = useResourceOne(imports, id);
  const { run } = useCall(calls.undo, { showsErrors: true });
  const mayUndo = useCan().can(calls.undo.requires);
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ data: done }) => (
        <ImportOutcome
          says={
            <>
              {done.createdBy} imported {counted(written(done), ...NOUN)}
              {done.fileName && ` from ${done.fileName}`}, {momentHere(done.created)}.
              {done.undone && ` Undone ${momentHere(done.undone)}.`}
            </>
          }
          undo={
            !done.undone && mayUndo && written(done) > 0
              ? { run: () => run({ params: { id } }), effect: UNDO_EFFECT }
              : null
          }
          onAgain={onAgain}
          list={{ to: '/network/customers', label: 'Go to customers' }}
        >
          <ImportRows rows={[...unread.map(unreadRow), ...done.rows]} nameCell={nameCell} detail={detail} />
        </ImportOutcome>
      )}
    </QueryState>
  );
}

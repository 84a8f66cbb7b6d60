import { type CustomerImport, UNDOS } from '../../../../domain/customers/import';
import { customerImports as calls } from '../../../../domain/customers/import-contract';
import { formatNumber } from '../../../../domain/money';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { ImportOutcome } from '../../../kit/import/ImportOutcome';
import { detailOf, ImportRows } from '../../../kit/import/ImportRows';
import { useCall } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import { CustomerLink } from '../CustomerLink';
import { imports } from '../resource';

const written = ({ rows }: CustomerImport) =>
  rows.filter(({ verdict }) => ['create', 'update'].includes(verdict)).length;

type Row = CustomerImport['rows'][number];

const nameCell = ({ name, customerId, undo }: Row) =>
  customerId && undo !== 'removed' ? <CustomerLink customer={{ id: customerId, name }} /> : name;

/** What the undo did with a row, else why it was skipped. */
const detail = (row: Row) => (row.undo ? UNDOS[row.undo] : detailOf(row));

const UNDO_EFFECT =
  'We restore the customers it changed and remove the ones it added. Customers changed or with orders since then stay as they are.';

/** An applied import: each row's result, and undo. */
export function ImportResult({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { query } = useResourceOne(imports, id);
  const { run } = useCall(calls.undo, { showsErrors: true });
  const mayUndo = useCan().can(calls.undo.requires);
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ data: done }) => (
        <ImportOutcome
          says={
            <>
              {done.createdBy} imported {formatNumber(written(done))} customers
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
          <ImportRows rows={done.rows} nameCell={nameCell} detail={detail} />
        </ImportOutcome>
      )}
    </QueryState>
  );
}

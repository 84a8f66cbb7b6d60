import { useState } from 'react';
import { Link } from 'react-router';
import { type CustomerImport, UNDOS } from '../../../domain/customers/import';
import { customerImports as calls } from '../../../domain/customers/import-contract';
import { useCan } from '../../access/useCan';
import { Confirm } from '../../kit/form/Confirm';
import { QueryState } from '../../kit/form/QueryState';
import { detailOf, ImportRows } from '../../kit/import/ImportRows';
import styles from '../../kit/import/import.module.css';
import { useCall } from '../../providers/use-call';
import { useResourceOne } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { momentHere } from '../../ui/reader-dates';
import { Skeleton } from '../../ui/states';
import { CustomerLink } from './CustomerLink';
import { imports } from './resource';

const written = ({ rows }: CustomerImport) =>
  rows.filter(({ verdict }) => ['create', 'update'].includes(verdict)).length;

type Row = CustomerImport['rows'][number];

const nameCell = ({ name, customerId, undo }: Row) =>
  customerId && undo !== 'removed' ? <CustomerLink customer={{ id: customerId, name }} /> : name;

/** What the undo did with a row, else why it was skipped. */
const detail = (row: Row) => (row.undo ? UNDOS[row.undo] : detailOf(row));

/** An applied import: each row's result, and undo. */
export function ImportResult({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { query } = useResourceOne(imports, id);
  const { run } = useCall(calls.undo, { showsErrors: true });
  const [isAsking, setAsking] = useState(false);
  const mayUndo = useCan().can(calls.undo.requires);
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ data: done }) => (
        <>
          <div className={styles.head}>
            <p>
              {done.createdBy} imported {written(done).toLocaleString('en-US')} customers
              {done.fileName && ` from ${done.fileName}`}, {momentHere(done.created)}.
              {done.undone && ` Undone ${momentHere(done.undone)}.`}
            </p>
            <span className={styles.head}>
              {!done.undone && mayUndo && written(done) > 0 && (
                <Button onClick={() => setAsking(true)}>Undo import</Button>
              )}
              <Button onClick={onAgain}>Import another file</Button>
              <Link className="v-button v-primary" to="/network/customers">
                Go to customers
              </Link>
            </span>
          </div>
          <ImportRows rows={done.rows} nameCell={nameCell} detail={detail} />
          {isAsking && (
            <Confirm
              title="Undo this import?"
              act="Undo import"
              run={() => run({ params: { id } })}
              success="Import undone."
              onClose={() => setAsking(false)}
            >
              <p>
                We restore the customers it changed and remove the ones it added. Customers changed or with orders since
                then stay as they are.
              </p>
            </Confirm>
          )}
        </>
      )}
    </QueryState>
  );
}

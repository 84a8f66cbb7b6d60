import { useState } from 'react';
import { orderHistory as calls, type OrderChange } from '../../../../domain/orders/history/contract';
import type { Order } from '../../../../domain/orders/order';
import { QueryState } from '../../../kit/form/QueryState';
import { PanelPager } from '../../../kit/record/PanelPager';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { lazyDialog } from '../../../ui/lazy';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import { OrderStatusPill } from '../OrderPills';
import styles from '../orders.module.css';
import css from './OrderHistory.module.css';

const OrderThen = lazyDialog(async () => (await import('./OrderThen')).OrderThen);

const ITEMS_PER_PAGE = 25;

/** Every change of an order for its seller, newest first; each leads to the order as it was then. */
export function OrderChanges({ order: { id, orderNumber } }: { order: Order }) {
  const [page, setPage] = useState(0);
  const [at, setAt] = useState<string | null>(null);
  const query = useCallQuery(
    calls.changes,
    { params: { id }, query: { page, itemsPerPage: ITEMS_PER_PAGE } },
    { topics: ['orders'], keepsPrevious: true },
  );
  return (
    <Panel title="History">
      <QueryState query={query} skeleton={<Skeleton height="120px" />}>
        {({ results, resultCount }) => (
          <>
            <ol className={css.history}>
              {results.map((change, index) => (
                <li key={change.key}>
                  <Change change={change} />
                  {page + index > 0 && (
                    <button
                      type="button"
                      className={`v-link ${styles.sub}`}
                      onClick={() => setAt(change.at)}
                      onPointerEnter={OrderThen.prefetch}
                      onFocus={OrderThen.prefetch}
                    >
                      See the order then<span className="v-hidden">, {momentHere(change.at)}</span>
                    </button>
                  )}
                </li>
              ))}
            </ol>
            <PanelPager
              label="history"
              page={page}
              itemsPerPage={ITEMS_PER_PAGE}
              count={resultCount}
              onPage={setPage}
            />
          </>
        )}
      </QueryState>
      {at !== null && <OrderThen.Part id={id} orderNumber={orderNumber} at={at} onClose={() => setAt(null)} />}
    </Panel>
  );
}

function Change({ change: { at, by, bySupport, status, reason, changes } }: { change: OrderChange }) {
  return (
    <>
      {status && <OrderStatusPill status={status} />}
      <span className={styles.sub}>
        {status === null && 'Changed '}
        <time dateTime={at}>{momentHere(at)}</time> by {by}
        {bySupport && `, through ${bySupport} of support`}
      </span>
      {reason && <span>{reason}</span>}
      {changes.length > 0 && (
        <ul className={css.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {field}: {before && <s className="muted">{before}</s>} {after || (before && 'removed')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import type { WholesaleSync } from '../../../../../domain/integrations/integrations';
import { wholesaleMatches as calls, type WholesaleProblem } from '../../../../../domain/wholesale/match-contract';
import { PanelPager } from '../../../../kit/record/PanelPager';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { showSnack } from '../../../../providers/snackbar';
import { Button } from '../../../../ui/Button';
import { momentHere } from '../../../../ui/reader-dates';
import { ErrorState } from '../../../../ui/states';
import css from './desk.module.css';

const ITEMS = 25;
const KINDS = { ORDER: 'Order', PRODUCT: 'Product', CUSTOMER: 'Customer' } as const;

/** What of theirs couldn’t be taken over: why, and one act. Nothing is shown while there is none. */
export function Problems({ sync, mayChange }: { sync: WholesaleSync; mayChange: boolean }) {
  const params = { orgId: sync.orgId, id: sync.id };
  const [page, setPage] = useState(0);
  const query = { page, itemsPerPage: ITEMS };
  const rows = useCallQuery(calls.problems, { params, query }, { topics: ['integrations'], keepsPrevious: true });
  const retry = useCall(calls.retry);
  const again = async ({ kind, externalId }: WholesaleProblem) => {
    if ((await retry.run({ params, body: { kind, externalId } })).ok)
      showSnack({ status: 'success', message: 'We’re trying it again.' });
  };
  if (rows.isError) return <ErrorState message={messageOf(rows.error)} onRetry={() => void rows.refetch()} />;
  if (!rows.data || rows.data.resultCount === 0) return null;
  return (
    <section className={css.panel} aria-labelledby="not-taken">
      <header>
        <h2 id="not-taken">Not taken over</h2>
      </header>
      <ul className={css.rows} aria-label="Not taken over">
        {rows.data.results.map((row) => (
          <li key={`${row.kind} ${row.externalId}`}>
            <div className={css.side}>
              <strong>
                {KINDS[row.kind]} {row.mark ?? row.externalId}
              </strong>
              <span className="v-hint">
                {row.name}, {momentHere(row.updated)}
              </span>
            </div>
            <p className={css.problem}>{row.problem}</p>
            <div className={css.acts}>
              {row.kind === 'ORDER' && row.ownId !== null && <Link to={`/orders/${row.ownId}`}>Open the order</Link>}
              {mayChange && (
                <Button onClick={() => void again(row)}>
                  Try again<span className="v-hidden"> {row.mark ?? row.externalId}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <PanelPager label="problems" page={page} itemsPerPage={ITEMS} count={rows.data.resultCount} onPage={setPage} />
    </section>
  );
}

import { useState } from 'react';
import type { WholesaleSync } from '../../../../../domain/integrations/integrations';
import { counted } from '../../../../../domain/text';
import { wholesaleMatches as calls } from '../../../../../domain/wholesale/match-contract';
import { Confirm } from '../../../../kit/form/questions/Confirm';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import { Facts } from '../../../../ui/Facts';
import { ErrorState, Skeleton } from '../../../../ui/states';
import css from './desk.module.css';

type Props = { sync: WholesaleSync; mayChange: boolean };

/** What would come in, counted without writing anything, and the button that begins it. */
export function DryRun({ sync, mayChange }: Props) {
  const params = { orgId: sync.orgId, id: sync.id };
  const counts = useCallQuery(calls.dryRun, { params }, { topics: ['integrations'] });
  const { run } = useCall(calls.start, { showsErrors: true });
  const [isAsking, setAsking] = useState(false);
  if (counts.isError) return <ErrorState message={messageOf(counts.error)} onRetry={() => void counts.refetch()} />;
  if (!counts.data) return <Skeleton height="120px" />;
  const { products, customers, sameNames, orders, unmatchedLines, heldOrders, whyNot } = counts.data;
  const twice =
    sameNames > 0 &&
    `${counted(sameNames, 'undecided customer')} of the same name as one here would be made anew. Accept those that are the same.`;
  const held =
    unmatchedLines > 0 &&
    `${counted(heldOrders, 'order')} would wait: ${counted(unmatchedLines, 'line')} of products that aren’t matched.`;
  return (
    <section className={css.panel} aria-labelledby="dry-run">
      <header>
        <h2 id="dry-run">If you start now</h2>
        {mayChange && (
          <Button tone="primary" disabled={whyNot !== null} onClick={() => setAsking(true)}>
            Start syncing
          </Button>
        )}
      </header>
      <p className="v-hint">Nothing has come in yet. Match what is yours first, then start.</p>
      <Facts
        layout="columns"
        facts={{
          Orders: `${orders.made} come in, ${orders.known} here already, ${orders.ignored} left out`,
          Products: `${products.matched} matched, ${products.made} made, ${products.ignored} left out, ${products.open} undecided`,
          Customers: `${customers.matched} matched, ${customers.made} made, ${customers.ignored} left out`,
        }}
      />
      {held && <p className={css.problem}>{held}</p>}
      {twice && <p className={css.problem}>{twice}</p>}
      {whyNot && <p className={css.problem}>{whyNot}</p>}
      {isAsking && (
        <Confirm
          title="Start syncing?"
          act="Start syncing"
          tone="primary"
          run={() => run({ params })}
          success="Orders are coming in."
          onClose={() => setAsking(false)}
        >
          <p>
            {counted(orders.made, 'order')} will come in, with {counted(customers.made, 'new customer')} and{' '}
            {counted(products.made, 'new product')}. From then on, changes go both ways.
          </p>
          {held && <p>{held} They follow once you match them.</p>}
          {twice && <p>{twice}</p>}
        </Confirm>
      )}
    </section>
  );
}

import { shortDay } from '../../../../domain/dates';
import { formatUsd } from '../../../../domain/money';
import { orders } from '../../../../domain/orders/contract';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { counted } from '../../../../domain/text';
import { QueryState } from '../../../kit/form/QueryState';
import { call } from '../../../providers/call';
import { useCallQuery } from '../../../providers/refine/use-call';
import { reportError, showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { dateHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import css from './entry.module.css';

const MOST = 25;

type Added = { product: LineProduct; quantity: string; unitOfMeasure: string; notes: string };
type EarlierProps = {
  scope: { orgId: number; companyId: number; customerId: number };
  onAdd: (lines: readonly Added[]) => void;
  onClose: () => void;
};

/** A customer's recent orders, to add the lines of one at today's prices. */
export function EarlierOrder({ scope, onAdd, onClose }: EarlierProps) {
  const { orgId, companyId, customerId } = scope;
  const query = useCallQuery(orders.search, {
    body: { orgId, companyId, filters: { customerIds: [customerId] }, itemsPerPage: MOST },
  });
  const add = async (id: number) => {
    try {
      const { lineItems } = await call(orders.get, { params: { id } });
      const productIds = [...new Set(lineItems.map(({ productId }) => productId))];
      const { results } = await call(calls.lineProducts, { body: { ...scope, productIds } });
      const sold = new Map(results.flatMap((one) => (one.listingState === 'ARCHIVED' ? [] : [[one.id, one] as const])));
      const lines = lineItems.flatMap(({ productId, quantity, unitOfMeasure, notes }) => {
        const product = sold.get(productId);
        return product ? [{ product, quantity, unitOfMeasure, notes }] : [];
      });
      onAdd(lines);
      onClose();
      const skipped = lineItems.length - lines.length;
      if (skipped > 0) showSnack({ status: 'warning', message: `${skipped} archived products weren’t added` });
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <Dialog title="Add from an earlier order" onClose={onClose} width={560}>
      <QueryState query={query} skeleton={<Skeleton height="120px" />}>
        {({ results }) =>
          results.length === 0 ? (
            <p>This customer has no orders yet.</p>
          ) : (
            <ul className={css.verdicts}>
              {results.map((order) => (
                <li key={order.id}>
                  <span>
                    Order {order.orderNumber}{' '}
                    <span className="v-hint">
                      {dateHere(order.created)}
                      {order.shipDate && `, shipped ${shortDay(order.shipDate)}`} ·{' '}
                      {counted(order.lineItemCount, 'line')} · {formatUsd(order.totalUsd)}
                    </span>
                  </span>
                  <Button aria-label={`Add the lines of order ${order.orderNumber}`} onClick={() => void add(order.id)}>
                    Add lines
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Dialog>
  );
}

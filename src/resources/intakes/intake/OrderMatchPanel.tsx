import { read } from '../../../../domain/access/ability';
import { intakes as calls } from '../../../../domain/intakes/contract';
import type { Intake } from '../../../../domain/intakes/intake';
import { type MatchedLine, type OrderMatch, UNMATCHED_TEXTS } from '../../../../domain/intakes/order-match';
import { formatAmount, formatUsd, isEqual } from '../../../../domain/money';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { PurchaseOrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import css from '../intakes.module.css';

/** Our purchase orders that a delivery belongs to, if its reader may see them; null while there are none. */
export function useOrderMatch({ id, licenseId, inNetwork }: Intake): OrderMatch | null {
  const isAsked = useCan().can(read('PURCHASE_ORDERS')) && inNetwork;
  const input = { params: { licenseId, intakeId: id } };
  const { data } = useCallQuery(calls.orders, input, { topics: ['intakes', 'orders'], enabled: isAsked });
  return isAsked && data !== undefined && data.orders.length > 0 ? data : null;
}

/** What was ordered, is on the manifest and was counted, with prices. */
export function OrderMatchPanel({ match: { orders, lines, unmatched, worth } }: { match: OrderMatch }) {
  const numbers = new Map(orders.map((order) => [order.id, order.orderNumber]));
  return (
    <Panel title={orders.length === 1 ? 'Our order' : 'Our orders'} id="intake-orders">
      <p className={css.orders}>
        {orders.map((order) => (
          <span key={order.id}>
            <PurchaseOrderLink order={order} /> {ORDER_STATUSES[order.status].label}
          </span>
        ))}
      </p>
      <table className={css.match} aria-labelledby="intake-orders">
        <thead>
          <tr>
            <th scope="col">Product</th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={css.end}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.productId} line={line} numbers={orders.length > 1 ? numbers : null} />
          ))}
        </tbody>
        {worth !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={HEADS.length}>
                All differences
              </th>
              <td className={css.end} data-label="Worth">
                {formatUsd(worth)}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {unmatched.length > 0 && (
        <>
          <p className={css.todo}>{counted(unmatched.length, 'package')} without an order:</p>
          <ul className={css.parked}>
            {unmatched.map(({ label, itemName, why }) => (
              <li key={label}>
                <span className={css.tag}>{label}</span>
                <span>
                  {itemName}. {UNMATCHED_TEXTS[why]}.
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

const HEADS = ['Ordered', 'On the manifest', 'Counted', 'Unit price', 'Difference', 'Worth'] as const;

function Line({ line, numbers }: { line: MatchedLine; numbers: ReadonlyMap<number, string> | null }) {
  const figure = (value: string | null) => (value === null ? (line.isHidden ? 'Hidden' : '–') : formatAmount(value));
  const { difference } = line;
  const isOff = difference !== null && !isEqual(difference, 0);
  const values = [
    figure(line.ordered),
    figure(line.onManifest),
    line.counted === null ? '–' : formatAmount(line.counted),
    formatUsd(line.unitPrice),
    difference !== null && Number(difference) > 0 ? `+${formatAmount(difference)}` : figure(difference),
    line.worth === null ? '–' : formatUsd(line.worth),
  ];
  return (
    <tr data-off={isOff || undefined}>
      <th scope="row">
        {line.productName}
        <span className={css.under}>{underOf(line, numbers)}</span>
      </th>
      {values.map((value, at) => (
        <td key={HEADS[at]} className={css.end} data-label={HEADS[at]}>
          {value}
        </td>
      ))}
    </tr>
  );
}

/** How its packages were found, and of which of several orders it is. */
function underOf({ packages, unit, orderIds }: MatchedLine, numbers: ReadonlyMap<number, string> | null): string {
  const byItem = packages.filter(({ by }) => by === 'ITEM').length;
  const parts = [
    unit,
    packages.length === 0 ? 'not on this manifest' : counted(packages.length, 'package'),
    byItem > 0 && (byItem === packages.length ? 'found by item' : `${byItem} found by item`),
    numbers && `order ${orderIds.map((id) => numbers.get(id)).join(', ')}`,
  ];
  return parts.filter(Boolean).join(', ');
}

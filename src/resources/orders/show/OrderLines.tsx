import type { ReactNode } from 'react';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { compare, formatUsd } from '../../../../domain/money';
import { describeNeeds, type StockNeed } from '../../../../domain/orders/entry/needs';
import { unitsText } from '../../../../domain/orders/line';
import type { BuyerOrderLineItem, OrderLineItem } from '../../../../domain/orders/order';
import { describePrice } from '../../../../domain/pricing/price';
import { useCan } from '../../../access/useCan';
import { PriceScheduleLink } from '../../../kit/links/PriceScheduleLink';
import { ProductLink } from '../../../kit/links/ProductLink';
import { Panel } from '../../../kit/record/RecordPage';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import styles from '../orders.module.css';
import css from './OrderLines.module.css';

type OrderLinesProps = {
  lines: readonly Shown[];
  side: 'buyer' | 'seller';
  /** What is in stock for them, for an order still to be filled. */
  needs?: readonly StockNeed[];
  children?: ReactNode;
};

/** The order's line items with prices and why. */
export function OrderLines(props: OrderLinesProps) {
  const { lines, side, needs = [], children } = props;
  const needOf = new Map(needs.map((need) => [need.productId, need]));
  return (
    <Panel
      title={
        <>
          Line items <span className={styles.count}>{lines.length}</span>
        </>
      }
    >
      {needs.length > 0 && <p className="v-hint">{describeNeeds(needs)}</p>}
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={css.end}>
              Unit price
            </th>
            <th scope="col" className={css.end}>
              Quantity
            </th>
            <th scope="col" className={css.end}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} side={side} need={needOf.get(line.productId)} />
          ))}
        </tbody>
      </table>
      {children}
    </Panel>
  );
}

type Shown = OrderLineItem | BuyerOrderLineItem;
type LineProps = { line: Shown; side: 'buyer' | 'seller'; need?: StockNeed | undefined };

function Line({ line, side, need }: LineProps) {
  const opensProduct = useCan().holds('read', 'PRODUCTS') && side === 'seller';
  const isReduced = compare(line.orderedUnitPrice, line.wholesalePrice) < 0;
  return (
    <tr>
      <th scope="row">
        <span className={css.product}>
          {line.imageUri ? (
            <img src={line.imageUri} alt="" width={40} height={40} loading="lazy" decoding="async" />
          ) : (
            <span className={css.noPicture} aria-hidden="true">
              {line.productName.charAt(0)}
            </span>
          )}
          <span>
            {opensProduct ? <ProductLink product={{ id: line.productId, name: line.productName }} /> : line.productName}
            <span className={styles.sub}>
              {line.brandName} · <span className={css.sku}>{line.sku}</span>
            </span>
            {(line.isSample || line.isBackorder) && (
              <span className={css.marks}>
                {line.isSample && <Pill tone="info">Sample</Pill>}
                {line.isBackorder && (
                  <Pill tone="warning" mark="clock">
                    Backorder
                  </Pill>
                )}
              </span>
            )}
            {line.notes && <span className={`${styles.sub} ${css.note}`}>“{line.notes}”</span>}
          </span>
        </span>
      </th>
      <td className={css.end} data-label="Unit price">
        <span>
          {isReduced && <s className="muted">{formatUsd(line.wholesalePrice)}</s>} {formatUsd(line.orderedUnitPrice)}
          <span className={`${styles.sub} ${css.under}`}>
            <Why line={line} side={side} />
          </span>
        </span>
      </td>
      <td className={css.end} data-label="Quantity">
        <span>
          {describeQuantity(line.quantity, line.unitOfMeasure)}
          <span className={`${styles.sub} ${css.under}`}>{unitsText(line)}</span>
          {need && <StockOf need={need} />}
        </span>
      </td>
      <td className={css.end} data-label="Total">
        {formatUsd(line.total)}
      </td>
    </tr>
  );
}

/** What the order can have of the line's product, and how much is missing. */
function StockOf({ need: { available, short, unit } }: { need: StockNeed }) {
  if (available === null) return null;
  if (compare(short, 0) === 0) {
    return <span className={`${styles.sub} ${css.under}`}>{describeQuantity(available, unit)} available</span>;
  }
  return (
    <span className={`${css.under} ${css.short}`}>
      <Icon name="warning" size={14} /> {describeQuantity(short, unit)} short
      {compare(available, 0) > 0 && `, ${describeQuantity(available, unit)} available`}
    </span>
  );
}

/** Why the line has its price; a seller who may see price schedules can open the one it comes from. */
function Why({ line: { priceWhy }, side }: LineProps) {
  const maySee = useCan().holds('read', 'PRODUCTS');
  const text = describePrice(priceWhy, side);
  if (!maySee || !('scheduleId' in priceWhy)) return text;
  return <PriceScheduleLink schedule={{ id: priceWhy.scheduleId, name: text }} />;
}

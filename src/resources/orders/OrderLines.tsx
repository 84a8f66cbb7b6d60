import type { ReactNode } from 'react';
import { compare, formatUsd } from '../../../domain/money';
import { unitsText } from '../../../domain/orders/line';
import type { OrderLineItem } from '../../../domain/orders/order';
import { describePrice } from '../../../domain/pricing/price';
import { describeQuantity } from '../../../domain/quantity';
import { useCan } from '../../access/useCan';
import { Panel } from '../../kit/record/RecordPage';
import { Pill } from '../../ui/Pill';
import { PriceScheduleLink } from '../price-schedules/PriceScheduleLink';
import css from './OrderLines.module.css';
import styles from './orders.module.css';

/** The order's line items with prices and why. */
export function OrderLines(props: { lines: readonly OrderLineItem[]; side: 'buyer' | 'seller'; children?: ReactNode }) {
  const { lines, side, children } = props;
  return (
    <Panel
      title={
        <>
          Line items <span className={styles.count}>{lines.length}</span>
        </>
      }
    >
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
            <Line key={line.id} line={line} side={side} />
          ))}
        </tbody>
      </table>
      {children}
    </Panel>
  );
}

type LineProps = { line: OrderLineItem; side: 'buyer' | 'seller' };

function Line({ line, side }: LineProps) {
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
            {line.productName}
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
        </span>
      </td>
      <td className={css.end} data-label="Total">
        {formatUsd(line.total)}
      </td>
    </tr>
  );
}

/** Why the line has its price; a seller who may see price schedules can open the one it comes from. */
function Why({ line: { priceWhy }, side }: LineProps) {
  const maySee = useCan().holds('read', 'PRODUCTS');
  const text = describePrice(priceWhy, side);
  if (side === 'buyer' || !maySee || !('scheduleId' in priceWhy)) return text;
  return <PriceScheduleLink schedule={{ id: priceWhy.scheduleId, name: text }} />;
}

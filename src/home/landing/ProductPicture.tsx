import { Pill, type PillProps } from '../../ui/Pill';
import css from './ProductPicture.module.css';

type Row = [number: string, status: PillProps, customer: string, total: string];

/** Fictional orders. */
const ROWS: readonly Row[] = [
  ['104218', { tone: 'info', mark: 'ring', children: 'Submitted' }, 'Harbor & Vine Boulder', '$9,234.90'],
  ['104215', { tone: 'info', mark: 'ring', children: 'Submitted' }, 'Sunset Supply', '$1,642.50'],
  ['104211', { tone: 'progress', mark: 'quarter', children: 'Accepted' }, 'Wild Fern Dispensary', '$3,743.00'],
  ['104207', { tone: 'progress', mark: 'half', children: 'Fulfilled' }, 'Copperline Fort Collins', '$7,737.50'],
  ['104198', { tone: 'progress', mark: 'most', children: 'Shipped' }, 'Juniper Garden', '$12,156.40'],
  ['104190', { tone: 'warning', mark: 'clock', children: 'Backorder' }, 'Meadow Wellness', '$4,613.00'],
  ['104183', { tone: 'positive', mark: 'done', children: 'Complete' }, 'Golden Dispensary', '$848.00'],
];

const LINES = [
  { picture: '/pictures/flower-pine.svg', name: 'Blue Dream 3.5g', price: '$14.00', units: '96 units' },
  { picture: '/pictures/gummies-orchid.svg', name: 'Blood Orange Gummies', price: '$8.00', units: '36 units' },
];

/** A picture of the product: a seller's orders with a buyer's cart in front. Drawn in HTML, so it needs no download. */
export function ProductPicture() {
  return (
    <figure
      className={css.picture}
      role="img"
      aria-label="A list of sales orders with their statuses and totals, and a cart with two products"
    >
      <div className={css.window} aria-hidden="true">
        <div className={css.head}>
          <b>Sales orders</b>
          <span className={css.new}>2 new orders</span>
        </div>
        <div className={css.rows}>
          {ROWS.map(([number, status, customer, total]) => (
            <div key={number} className={css.row}>
              <b>{number}</b>
              <Pill {...status} />
              <span>{customer}</span>
              <span className="end">{total}</span>
            </div>
          ))}
        </div>
      </div>
      <div className={css.cart} aria-hidden="true">
        <b>Your cart</b>
        {LINES.map(({ picture, name, price, units }) => (
          <div key={name} className={css.line}>
            <img src={picture} alt="" width={36} height={36} />
            <span>
              {name}
              <small>{price} a unit</small>
            </span>
            <span>{units}</span>
          </div>
        ))}
        <div className={css.total}>
          <span>Total</span>
          <b>$1,632.00</b>
        </div>
        <span className={css.place}>Place order</span>
      </div>
    </figure>
  );
}

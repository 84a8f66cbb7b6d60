import type { Product } from '../../../../../domain/catalogue/product-record';
import { formatUsd } from '../../../../../domain/money';
import { type ProductOffer, productPrices } from '../../../../../domain/pricing/contract';
import { describeBelow } from '../../../../../domain/pricing/margin';
import { percentShown } from '../../../../../domain/pricing/price';
import { counted } from '../../../../../domain/text';
import { QueryState } from '../../../../kit/form/QueryState';
import { PriceScheduleLink } from '../../../../kit/links/PriceScheduleLink';
import { Panel } from '../../../../kit/record/RecordPage';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { Pill } from '../../../../ui/Pill';
import styles from './prices.module.css';

/** What a product costs by price schedule, and where several apply, which one wins. */
export function ProductPrices({ product }: { product: Pick<Product, 'id'> }) {
  const prices = useCallQuery(productPrices.get, { params: { id: product.id } }, { topics: ['products', 'customers'] });
  return (
    <Panel title="Prices by schedule">
      <QueryState
        query={{ data: prices.data?.offers, error: prices.error, refetch: prices.refetch }}
        empty={
          <p className="v-hint">No price schedule has a price for it. Everyone pays wholesale, or the sale price.</p>
        }
      >
        {(offers) => (
          <ul className={styles.offers}>
            {offers.map((offer) => (
              <Offer key={offer.schedule.id} offer={offer} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}

function Offer({ offer: { schedule, why, price, below, customerCount, wins, customers } }: { offer: ProductOffer }) {
  const beaten = Map.groupBy(
    customers.filter(({ beatenBy }) => beatenBy !== null),
    ({ beatenBy }) => beatenBy ?? '',
  );
  return (
    <li>
      <span className={styles.head}>
        <span>
          <PriceScheduleLink schedule={schedule} /> {!schedule.enabled && <Pill mark="slash">Off</Pill>}
        </span>
        <strong>{formatUsd(price)}</strong>
      </span>
      <span className={`v-hint ${styles.head}`}>
        <span>{ruleOf(why)}</span>
        <span>{below !== null && `${describeBelow(below)} wholesale`.replace('Same', 'Same as')}</span>
      </span>
      <span className="v-hint">
        {!schedule.enabled && 'Turned off, so nobody pays it'}
        {schedule.enabled && (customerCount === 0 ? 'No customers have it' : winsText(wins, customerCount))}
      </span>
      {schedule.enabled &&
        [...beaten].map(([name, members]) => (
          <span key={name} className="v-hint">
            {members.map((one) => one.name).join(', ')}: lower in {name}
          </span>
        ))}
    </li>
  );
}

const winsText = (wins: number, all: number) =>
  wins === all
    ? `${counted(all, 'customer pays', 'customers pay')} it`
    : `${wins} of ${counted(all, 'customer')} pay it`;

function ruleOf(why: ProductOffer['why']): string {
  if (why.kind === 'schedule-product') return 'Price for this product';
  if (why.kind === 'schedule-line-percent') return `${percentShown(why.percentDiscount)}% off its product line`;
  return 'Price for its product line';
}

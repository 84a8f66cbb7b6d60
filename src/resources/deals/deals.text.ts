import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import {
  againstAsking,
  type BidRow,
  comparedWith,
  type DealSide,
  type Offer,
  type OfferRow,
} from '../../../domain/deals/deal';
import { formatUsd, type Money, type Quantity } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { lineTotal } from '../../../domain/pricing/price';
import { momentHere } from '../../ui/reader-dates';

type Unit = Pick<OfferRow, 'unitOfMeasure' | 'soldInBulk' | 'unitMultiplier'>;

/** A quantity in the offer's unit: "20 cases". */
export const quantityText = (quantity: Quantity, { unitOfMeasure }: Unit): string =>
  describeQuantity(quantity, unitOfMeasure);

/** What one price is for: "case" where it's priced by the case. */
export const pricedBy = ({ unitOfMeasure, soldInBulk }: Unit): string =>
  soldInBulk ? 'case' : unitOfMeasure.toLowerCase();

/** What a quantity at a price comes to. */
export const totalOf = (unit: Unit, quantity: Quantity, unitPrice: Money): Money =>
  lineTotal(lineAmount({ ...unit, quantity, unitPrice }));

/** "20 cases at $17.00, $340.00". */
export const termsText = (unit: Unit, quantity: Quantity, price: Money): string =>
  `${quantityText(quantity, unit)} at ${formatUsd(price)}, ${formatUsd(totalOf(unit, quantity, price))}`;

/** Whom a bid waits for, as its reader says it. */
export const turnText = ({ turn, side }: { turn: DealSide; side: DealSide }): string =>
  turn === side ? 'Your turn' : turn === 'BUYER' ? 'Waiting for the buyer' : 'Waiting for the seller';

/** How a bid's price compares with what was asked. */
export const comparedText = ({ price, askingPrice }: Pick<BidRow, 'price' | 'askingPrice'>): string =>
  againstAsking(price, askingPrice);

/** What an open bid's reader needs to know of time. */
export function timeText({ status, answerBy, isHeld, turn, side }: BidRow): string {
  if (status !== 'OPEN') return '';
  const until = momentHere(answerBy);
  if (turn === side) return isHeld ? `Held for you until ${until}` : `Answer by ${until}`;
  return isHeld ? `Held for the buyer until ${until}` : `Expires ${until}`;
}

export const pathOfOffer = ({ uuid }: Pick<Offer, 'uuid'>): string => `/deals/${uuid}`;

/** How what is asked compares with the wholesale price: "20% below". */
export const againstWholesale = ({ askingPrice, wholesalePrice }: Pick<Offer, 'askingPrice' | 'wholesalePrice'>) =>
  comparedWith(askingPrice, wholesalePrice);

import { type Day, dayOf } from '../../domain/dates';
import { dueOnAcceptance } from '../../domain/orders/ship-dates';
import type { Ctx } from '../context';
import { termsOf } from '../customers/credit';
import { isOneOf } from '../db/page';
import { companyPaymentOptions } from '../db/schema';
import type { OrderRecord } from './find-order';

type Dated = Pick<OrderRecord, 'id' | 'companyId' | 'customerId' | 'paymentOptionId'>;

/**
 * The day payment of orders is due when it is counted from today, by the customer's terms or else the payment option; null
 * without either. By order id; a day is its company's.
 */
export async function countDueDates(
  { db, now, zoneOf }: Ctx,
  orgId: number,
  dated: readonly Dated[],
): Promise<Map<number, Day | null>> {
  if (dated.length === 0) return new Map();
  const terms = await termsOf(db, orgId, [...new Set(dated.map(({ customerId }) => customerId))]);
  const options = await dueDaysOf(
    db,
    dated.filter(({ customerId }) => (terms.get(customerId) ?? null) === null),
  );
  return new Map(
    dated.map(({ id, companyId, customerId, paymentOptionId }) => [
      id,
      dueOnAcceptance(dayOf(now, zoneOf(companyId)), terms.get(customerId) ?? options.get(paymentOptionId ?? 0)),
    ]),
  );
}

/** The days of orders' payment options, by option. */
async function dueDaysOf(db: Ctx['db'], of: readonly Dated[]): Promise<Map<number, number>> {
  const ids = [...new Set(of.flatMap(({ paymentOptionId }) => paymentOptionId ?? []))];
  if (ids.length === 0) return new Map();
  const options = await db
    .select({ id: companyPaymentOptions.id, dueDays: companyPaymentOptions.dueDays })
    .from(companyPaymentOptions)
    .where(isOneOf(companyPaymentOptions.id, ids));
  return new Map(options.map(({ id, dueDays }) => [id, dueDays]));
}

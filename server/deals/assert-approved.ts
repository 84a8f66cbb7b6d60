import { eq } from 'drizzle-orm';
import { mayApprove, whyApproval } from '../../domain/carts/approval';
import { DomainError } from '../../domain/errors';
import { lineAmount } from '../../domain/orders/line';
import { lineTotal } from '../../domain/pricing/price';
import type { ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { buyerCompanyApprovals } from '../db/schema';
import type { OfferRecord } from './find-offer';

/**
 * Refuses terms of a buyer whose company wants such an order approved, unless they approve orders themselves: a deal
 * orders at once, so it can't wait. CONFLICT with the reason.
 */
export async function assertApproved(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  { offer, product, buyerCompanyId }: { offer: OfferRecord; product: ProductRow; buyerCompanyId: number },
  { price, quantity }: { price: string; quantity: string },
): Promise<void> {
  const [rule] = await db
    .select()
    .from(buyerCompanyApprovals)
    .where(eq(buyerCompanyApprovals.buyerCompanyId, buyerCompanyId));
  if (rule === undefined || mayApprove(rule, membership)) return;
  const total = lineTotal(lineAmount({ ...offer, quantity, unitPrice: price }));
  const why = whyApproval(rule, { total, lineItems: [{ brandId: product.brandId, brandName: product.brand.name }] });
  if (why !== null)
    throw new DomainError('CONFLICT', `Needs approval: ${why}. Ask somebody who approves orders to do this.`);
}

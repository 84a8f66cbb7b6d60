import { eq } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { mayApprove, whyApproval } from '../../domain/carts/approvals/approval';
import { DomainError } from '../../domain/errors';
import { lineAmount } from '../../domain/orders/line';
import { lineTotal } from '../../domain/pricing/price';
import type { ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { buyerCompanyApprovals } from '../db/schema';
import { activeMembers } from '../team/members';
import type { OfferRecord } from './find-offer';

type Deal = { offer: OfferRecord; product: ProductRow; buyerCompanyId: number };
type Terms = { price: string; quantity: string };

/** What of a deal its buyer's company wants approved, for somebody of its; null when nothing, or they approve orders. */
async function whyApproved(
  db: Ctx['db'],
  { offer, product, buyerCompanyId }: Deal,
  { price, quantity }: Terms,
  buyer: Membership | null,
): Promise<string | null> {
  const [rule] = await db
    .select()
    .from(buyerCompanyApprovals)
    .where(eq(buyerCompanyApprovals.buyerCompanyId, buyerCompanyId));
  if (rule === undefined || (buyer !== null && mayApprove(rule, buyer))) return null;
  const total = lineTotal(lineAmount({ ...offer, quantity, unitPrice: price }));
  return whyApproval(rule, { total, lineItems: [{ brandId: product.brandId, brandName: product.brand.name }] });
}

/**
 * Refuses terms of a buyer whose company wants such an order approved, unless they approve orders themselves: a deal
 * orders at once, so it can't wait. CONFLICT with the reason.
 */
export async function assertApproved({ db, membership }: Pick<Ctx, 'db' | 'membership'>, deal: Deal, terms: Terms) {
  const why = await whyApproved(db, deal, terms, membership);
  if (why === null) return;
  throw new DomainError('CONFLICT', `Needs approval: ${why}. Ask someone who approves orders to do this.`);
}

/** The same when a seller accepts a bid that was made before its company wanted that; the seller isn't told the limit. */
export async function assertStillApproved(
  { db }: Pick<Ctx, 'db'>,
  deal: Deal,
  bid: Terms & { buyerOrgId: number; createdByUserId: string },
): Promise<void> {
  const members = await activeMembers(db, bid.buyerOrgId);
  const bidder = members.find(({ userId }) => userId === bid.createdByUserId)?.membership ?? null;
  if ((await whyApproved(db, deal, bid, bidder)) === null) return;
  throw new DomainError(
    'CONFLICT',
    'The buyer’s company now approves orders like this before they’re placed. Ask them to bid again, or decline the bid.',
  );
}

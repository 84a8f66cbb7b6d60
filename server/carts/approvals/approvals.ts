import { and, eq, getTableColumns } from 'drizzle-orm';
import { type ApprovalStatus, canBeApprover, mayApprove } from '../../../domain/carts/approvals/approval';
import { approvalChanges } from '../../../domain/carts/approvals/approval-changes';
import type { Approval, approvals as contract } from '../../../domain/carts/approvals/contract';
import { DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { approvalRequests, buyerCompanyApprovals, buyerLicenses, carts } from '../../db/schema';
import { seesLicense, visibleApprovals } from '../../db/visibility';
import type { Verb } from '../../implement';
import { activeMembers } from '../../team/members';
import { placeCart, prepareCart } from '../checkout/prepare-cart';
import { publishChange } from '../find-cart';
import { loadCarts } from '../read-carts';
import { requestParties } from './list-approvals';
import { noticeDecided } from './request-approval';

type Request = Awaited<ReturnType<typeof findRequest>>;

async function findRequest({ db, membership }: Pick<Ctx, 'db' | 'membership'>, id: number) {
  const [found] = await db
    .select({
      request: getTableColumns(approvalRequests),
      rule: getTableColumns(buyerCompanyApprovals),
      ...requestParties,
    })
    .from(approvalRequests)
    .leftJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, approvalRequests.buyerCompanyId))
    .where(and(eq(approvalRequests.id, id), visibleApprovals(membership)));
  if (found === undefined) throw notFound('Request');
  return found;
}

const ownRequest = ({ request }: Request) =>
  and(eq(approvalRequests.orgId, request.orgId), eq(approvalRequests.id, request.id));
const ownCart = ({ request }: Request) => and(eq(carts.orgId, request.orgId), eq(carts.id, request.cartId));

/** Why a member may not approve or decline a request; null when they may. */
function whyNotDecide({ rule, asked }: Request, membership: Ctx['membership']): string | null {
  if (rule !== null && mayApprove(rule, membership)) return null;
  return `Only those who approve orders can do this. ${asked.join(', ')} ${asked.length === 1 ? 'was' : 'were'} asked.`;
}

function assertDecides(found: Request, membership: Ctx['membership']): void {
  const why = whyNotDecide(found, membership);
  if (why !== null) throw new DomainError('FORBIDDEN', why);
}

/** What became of a request that doesn't wait anymore. */
function settled({ request, askedBy, decidedBy }: Request): DomainError {
  const said = {
    APPROVED: `${decidedBy} already approved this. It’s order ${request.orderNumber}.`,
    DECLINED: `${decidedBy} already declined this.`,
    WITHDRAWN: `${askedBy}’s request was withdrawn, so there is nothing to decide.`,
    WAITING: 'This request has changed. Reload and try again.',
  };
  return new DomainError('CONFLICT', said[request.status as ApprovalStatus]);
}

/** A request with all that was asked for and, while it waits, what changed since. NOT_FOUND. */
export const getApproval: Verb<typeof contract.get> = async (ctx, { params: { id } }) => {
  const found = await findRequest(ctx, id);
  const { request, sellerName, licenseName, askedBy, asked, decidedBy } = found;
  const isWaiting = request.status === 'WAITING';
  const [cart] = isWaiting ? await loadCarts(ctx, ownCart(found)) : [];
  const reply: Approval = {
    id: request.id,
    status: request.status as ApprovalStatus,
    sellerName,
    licenseName,
    askedBy,
    askedAt: request.askedAt.toISOString(),
    why: request.why,
    totalUsd: request.totalUsd,
    decidedBy,
    buyerCompanyId: request.buyerCompanyId,
    order: request.order,
    asked,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    reason: request.reason,
    placed:
      request.orderId === null || request.orderNumber === null
        ? null
        : { id: request.orderId, orderNumber: request.orderNumber },
    now: isWaiting
      ? {
          totalUsd: cart?.wrapper.cart.total ?? null,
          changes: approvalChanges(request.order, cart?.wrapper ?? null),
        }
      : null,
    whyNot: isWaiting ? whyNotDecide(found, ctx.membership) : null,
  };
  return reply;
};

/**
 * Approves an order, which places it by the checkout of the person who asked: they are named by the order, and what
 * refuses their checkout refuses this. FORBIDDEN, NOT_FOUND, CONFLICT.
 */
export const approveOrder: Verb<typeof contract.approve> = async (ctx, { params: { id }, body }) => {
  const found = await findRequest(ctx, id);
  assertDecides(found, ctx.membership);
  const { request, askedBy } = found;
  if (request.status !== 'WAITING') throw settled(found);
  const asker = await asAsker(ctx, found);
  const asked = {
    cartId: request.cartId,
    companyPaymentOptionId: request.order.paymentOption.id,
    expectedTotal: body.expectedTotal,
  };
  const prepared = await prepareCart(asker, request.buyerCompanyId, asked, ({ cart, wrapper }) => {
    if (cart.approvalId !== id || wrapper.approval?.status !== 'WAITING') throw settled(found);
  }).catch(async (error: unknown) => {
    const now = error instanceof DomainError ? await findRequest(ctx, id) : found;
    throw now.request.status === 'WAITING' ? error : settled(now);
  });
  const placed = await placeCart(asker, prepared);
  await ctx.db
    .update(approvalRequests)
    .set({ ...decided(ctx, 'APPROVED'), orderId: placed.id, orderNumber: placed.orderNumber })
    .where(ownRequest(found));
  await ctx.audit({
    id,
    before: { status: 'WAITING' },
    after: { status: 'APPROVED', askedBy, orderNumber: placed.orderNumber, totalUsd: placed.totalUsd },
  });
  await ctx.enqueue({ name: 'approval-answer', data: { orgId: request.orgId, approvalId: id } });
  await noticeDecided(ctx, request, 'APPROVED');
  return placed;
};

/** Declines a request: its cart can be changed again, and shows the reason. FORBIDDEN, NOT_FOUND, CONFLICT. */
export const declineOrder: Verb<typeof contract.decline> = async (ctx, { params: { id }, body }) => {
  const found = await findRequest(ctx, id);
  assertDecides(found, ctx.membership);
  await settle(ctx, found, { ...decided(ctx, 'DECLINED'), reason: body.reason });
  await ctx.enqueue({ name: 'approval-answer', data: { orgId: found.request.orgId, approvalId: id } });
  return { ok: true };
};

/** Withdraws a request, so that its cart can be changed again. NOT_FOUND, CONFLICT. */
export const withdrawOrder: Verb<typeof contract.withdraw> = async (ctx, { params: { id } }) => {
  const found = await findRequest(ctx, id);
  await settle(ctx, found, decided(ctx, 'WITHDRAWN'));
  return { ok: true };
};

const decided = <S extends Exclude<ApprovalStatus, 'WAITING'>>({ person, now }: Ctx, status: S) => ({
  status,
  decidedByUserId: person.userId,
  decidedAt: now,
});

/** Ends a request that waits without an order. Its cart is locked first, as everybody who changes one does. */
async function settle(
  ctx: Ctx,
  found: Request,
  to: ReturnType<typeof decided<'DECLINED' | 'WITHDRAWN'>> & { reason?: string },
): Promise<void> {
  const { db } = ctx;
  const { request } = found;
  const [cart] = await db.select().from(carts).where(ownCart(found)).for('update');
  const changed = await db
    .update(approvalRequests)
    .set(to)
    .where(and(ownRequest(found), eq(approvalRequests.status, 'WAITING')))
    .returning({ id: approvalRequests.id });
  if (changed.length === 0) throw settled(await findRequest(ctx, request.id));
  if (cart !== undefined && to.status === 'WITHDRAWN') {
    await db.update(carts).set({ approvalId: null }).where(ownCart(found));
  }
  await publishChange(ctx, { ...request, id: request.cartId });
  const { status, reason } = to;
  await noticeDecided(ctx, request, status);
  await ctx.audit({
    id: request.id,
    before: { status: 'WAITING' },
    after: { status, ...(reason === undefined ? {} : { reason }), askedBy: found.askedBy },
  });
}

/**
 * The caller's context as the person who asked, with what they may do now; the audit log still names the caller. CONFLICT
 * when they may not order anymore.
 */
async function asAsker(ctx: Ctx, { request, askedBy }: Request): Promise<Ctx> {
  const members = await activeMembers(ctx.db, request.orgId);
  const asker = members.find(({ userId }) => userId === request.askedByUserId);
  const [bought] = await ctx.db
    .select({ licenseId: buyerLicenses.licenseId })
    .from(buyerLicenses)
    .where(eq(buyerLicenses.id, request.buyerLicenseId));
  const mayOrder = asker !== undefined && canBeApprover(asker.membership);
  if (!mayOrder || !bought || !seesLicense(asker.membership, bought.licenseId)) {
    throw new DomainError(
      'CONFLICT',
      `${askedBy} can’t place orders for this license anymore. Decline this, then order the cart yourself.`,
    );
  }
  const { userId, displayName, membership } = asker;
  const person = {
    userId,
    displayName,
    subject: '',
    isSupport: false,
    impersonator: null,
    application: null,
    sessionId: null,
  };
  return Object.create(ctx, { person: { value: person }, membership: { value: membership } });
}

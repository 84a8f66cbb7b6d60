import { and, eq } from 'drizzle-orm';
import { type ApprovalRule, mayApprove, NO_APPROVER } from '../../../domain/carts/approvals/approval';
import { askedOrder } from '../../../domain/carts/approvals/approval-changes';
import type { CheckoutResult } from '../../../domain/carts/cart';
import { DomainError } from '../../../domain/errors';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { returnedRow } from '../../db/rows';
import { approvalRequests, carts } from '../../db/schema';
import { seesLicense } from '../../db/visibility';
import { recordColleagueEmail } from '../../mail/limits';
import { noticeOf, settledAs } from '../../notices/notices';
import { activeMembers, type TeamMember } from '../../team/members';
import type { CartHead } from '../cart-basis';
import type { PreparedCart } from '../checkout/prepare-cart';
import { publishChange } from '../find-cart';

/** Those of a team who may approve orders of a license by a rule. */
export const approversAmong = (members: readonly TeamMember[], rule: ApprovalRule, licenseId: number): TeamMember[] =>
  members.filter(({ membership }) => mayApprove(rule, membership) && seesLicense(membership, licenseId));

/** Who may approve a cart's order, by name. CONFLICT if nobody may. */
export async function approversOf({ db }: Pick<Ctx, 'db'>, { rule, cart, license }: CartHead): Promise<TeamMember[]> {
  const approvers = rule === null ? [] : approversAmong(await activeMembers(db, cart.orgId), rule, license.id);
  if (approvers.length === 0) throw new DomainError('CONFLICT', NO_APPROVER);
  return approvers;
}

const OUTCOMES = { APPROVED: 'Approved', DECLINED: 'Declined', WITHDRAWN: 'Withdrawn' } as const;

/** Settles the notifications of a request, and tells who asked, unless they withdrew it. */
export async function noticeDecided(
  ctx: Pick<Ctx, 'person' | 'now' | 'enqueue'>,
  { orgId, id: approvalId }: { orgId: number; id: number },
  outcome: keyof typeof OUTCOMES,
): Promise<void> {
  await ctx.enqueue(settledAs({ orgId, subjects: [subjectOf.approval(approvalId)] }, OUTCOMES[outcome]));
  const payload = { about: 'APPROVAL_DECIDED' as const, approvalId };
  await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, subject: subjectOf.approvalDecided(approvalId), payload }));
}

/** Tells those who may approve a request, and emails them. */
export async function tellApprovers(
  ctx: Ctx,
  request: { orgId: number; approvalId: number },
  approvers: readonly Pick<TeamMember, 'id'>[],
): Promise<void> {
  const { orgId, approvalId } = request;
  const orgUserIds = approvers.map(({ id }) => id);
  const asked = {
    subject: subjectOf.approval(approvalId),
    payload: { about: 'APPROVAL_ASKED' as const, approvalId, orgUserIds },
  };
  if (orgUserIds.length > 0) await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, ...asked }));
  for (const { id } of approvers) {
    // Those who get no email find the request in their list.
    if (!(await recordColleagueEmail(ctx, 'approvals'))) break;
    await ctx.enqueue({ name: 'approval-letter', data: { ...request, orgUserId: id } });
  }
}

/** Keeps what would have been placed for those who may approve it, emails them, and has the cart wait. */
export async function askApproval(
  ctx: Ctx,
  { cart: { cart, company, wrapper }, order }: PreparedCart,
  approvers: readonly TeamMember[],
): Promise<CheckoutResult['askedCarts'][number]> {
  const { db, now, person } = ctx;
  const { orgId } = cart;
  const why = wrapper.needsApproval ?? '';
  const asked = askedOrder(wrapper, order.paymentOption);
  const request = returnedRow(
    await db
      .insert(approvalRequests)
      .values({
        orgId,
        buyerCompanyId: cart.buyerCompanyId,
        buyerLicenseId: cart.buyerLicenseId,
        sellerCompanyId: company.id,
        cartId: cart.id,
        why,
        order: asked,
        totalUsd: asked.totalUsd,
        askedByUserId: person.userId,
        askedAt: now,
        askedOfIds: approvers.map(({ id }) => id),
      })
      .returning({ id: approvalRequests.id }),
  );
  await db
    .update(carts)
    .set({ approvalId: request.id })
    .where(and(eq(carts.orgId, orgId), eq(carts.id, cart.id)));
  const names = approvers.map(({ displayName }) => displayName);
  await publishChange(ctx, cart);
  await tellApprovers(ctx, { orgId, approvalId: request.id }, approvers);
  await ctx.audit({
    entity: 'order-approval',
    id: request.id,
    before: null,
    after: { status: 'WAITING', seller: company.name, why, totalUsd: asked.totalUsd, asked: names },
  });
  return {
    cartId: cart.id,
    approvalId: request.id,
    totalUsd: asked.totalUsd,
    sellerCompany: wrapper.sellerCompany,
    asked: names,
  };
}

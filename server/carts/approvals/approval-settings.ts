import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { canBeApprover, whyApproval } from '../../../domain/carts/approvals/approval';
import type { ApprovalSettings, approvalSettings as contract } from '../../../domain/carts/approvals/contract';
import { assertCurrent, badInput, stale } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { approvalRequests, brands, buyerLicenses, carts, buyerCompanyApprovals as rules } from '../../db/schema';
import type { Verb } from '../../implement';
import { loadBuyerCompany } from '../../organization/save-buyer-company';
import { activeMembers, type TeamMember } from '../../team/members';
import { publishChange } from '../find-cart';
import { approversAmong, noticeDecided, tellApprovers } from './request-approval';

type Rule = typeof rules.$inferSelect;

/** A released request's reason, which its asker reads. */
const RELEASED = 'This order doesn’t need approval anymore.';

const namesOf = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[], where?: SQL) =>
  db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(and(isOneOf(brands.id, ids), where))
    .orderBy(asc(sql`lower(${brands.name})`), asc(brands.id));

async function describe(ctx: Ctx, rule: Rule | null): Promise<ApprovalSettings> {
  const members = (await activeMembers(ctx.db, ctx.membership.orgId)).filter(({ membership }) =>
    canBeApprover(membership),
  );
  const named = rule?.approverIds ?? [];
  const approverIds = named.filter((id) => members.some((member) => member.id === id));
  return {
    aboveUsd: rule?.aboveUsd ?? null,
    brands: rule && rule.brandIds.length > 0 ? await namesOf(ctx, rule.brandIds) : [],
    approverIds,
    lacksApprovers: named.length > 0 && approverIds.length === 0,
    people: members.map(({ id, displayName, email }) => ({ orgUserId: id, displayName, email })),
    version: rule?.version ?? null,
  };
}

const ofCompany = (companyId: number) => eq(rules.buyerCompanyId, companyId);

/** Which of a buyer company's orders need approval. NOT_FOUND. */
export const getApprovalSettings: Verb<typeof contract.get> = async (ctx, { params: { companyId } }) => {
  await loadBuyerCompany(ctx, companyId);
  const [rule] = await ctx.db.select().from(rules).where(ofCompany(companyId));
  return describe(ctx, rule ?? null);
};

/**
 * Sets which of a buyer company's orders need approval, and lets go those that waited and no longer need it. NOT_FOUND,
 * STALE, BAD_INPUT for unknown brands and for people who can't approve.
 */
export const saveApprovalSettings: Verb<typeof contract.save> = async (ctx, { params: { companyId }, body }) => {
  const { db, membership } = ctx;
  const { version, ...values } = body;
  await loadBuyerCompany(ctx, companyId);
  const [before] = await db.select().from(rules).where(ofCompany(companyId)).for('no key update');
  assertCurrent('These settings', before, version);
  const newBrands = values.brandIds.filter((id) => !before?.brandIds.includes(id));
  if ((await namesOf(ctx, newBrands, eq(brands.disabled, false))).length < newBrands.length) {
    throw badInput({ brandIds: 'One of these brands was not found' });
  }
  const added = values.approverIds.filter((id) => !before?.approverIds.includes(id));
  const able = (await activeMembers(db, membership.orgId)).filter((member) => canBeApprover(member.membership));
  if (added.some((id) => able.every((member) => member.id !== id))) {
    throw badInput({ approverIds: 'One of these people can’t place orders anymore' });
  }
  const [rule] = before
    ? await db
        .update(rules)
        .set({ ...values, version: before.version + 1 })
        .where(ofCompany(companyId))
        .returning()
    : await db
        .insert(rules)
        .values({ ...values, buyerCompanyId: companyId, orgId: membership.orgId })
        .onConflictDoNothing()
        .returning();
  if (rule === undefined) throw stale('These settings', 0);
  await release(ctx, rule, able);
  await ctx.audit({ id: companyId, before: before ? logged(before) : null, after: logged(rule) });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: companyId, orgIds: [membership.orgId] });
  return describe(ctx, rule);
};

const logged = ({ aboveUsd, brandIds, approverIds }: Rule) => ({ aboveUsd, brandIds, approverIds });

/**
 * Ends the waiting requests that the rule no longer asks for, so that their carts can be ordered; the others are asked of
 * those who approve now.
 */
async function release(ctx: Ctx, rule: Rule, members: readonly TeamMember[]): Promise<void> {
  const { db, membership, now, person } = ctx;
  const { orgId } = membership;
  const waiting = await db
    .select({ cart: carts, request: approvalRequests, licenseId: buyerLicenses.licenseId })
    .from(carts)
    .innerJoin(
      approvalRequests,
      and(eq(approvalRequests.orgId, carts.orgId), eq(approvalRequests.id, carts.approvalId)),
    )
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, carts.buyerLicenseId))
    .where(
      and(
        eq(carts.orgId, orgId),
        eq(carts.buyerCompanyId, rule.buyerCompanyId),
        eq(approvalRequests.status, 'WAITING'),
      ),
    )
    .orderBy(asc(carts.id))
    .for('update', { of: carts });
  for (const { cart, request, licenseId } of waiting) {
    const own = and(eq(approvalRequests.orgId, orgId), eq(approvalRequests.id, request.id));
    if (whyApproval(rule, { total: request.totalUsd, lineItems: request.order.lines }) !== null) {
      const approvers = approversAmong(members, rule, licenseId);
      const asked = approvers.map(({ id }) => id);
      const added = approvers.filter(({ id }) => !request.askedOfIds.includes(id));
      if (added.length === 0 && asked.length === request.askedOfIds.length) continue;
      await db.update(approvalRequests).set({ askedOfIds: asked }).where(own);
      await tellApprovers(ctx, { orgId, approvalId: request.id }, added);
      await publishChange(ctx, cart);
      continue;
    }
    const released = await db
      .update(approvalRequests)
      .set({ status: 'WITHDRAWN', decidedByUserId: person.userId, decidedAt: now, reason: RELEASED })
      .where(and(own, eq(approvalRequests.status, 'WAITING')))
      .returning({ id: approvalRequests.id });
    if (released.length === 0) continue;
    await db
      .update(carts)
      .set({ approvalId: null })
      .where(and(eq(carts.orgId, orgId), eq(carts.id, cart.id)));
    await publishChange(ctx, cart);
    await ctx.enqueue({ name: 'approval-answer', data: { orgId, approvalId: request.id } });
    await noticeDecided(ctx, request, 'WITHDRAWN');
  }
}

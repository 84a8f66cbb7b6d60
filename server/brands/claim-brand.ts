import { and, asc, eq, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { type BrandUses, type ClaimableBrand, whyNotReleased } from '../../domain/brands/brand';
import type { ownBrands as contract } from '../../domain/brands/contract';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { DomainError, notFound } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import { ORDER_STATUS_IDS, ORDER_STATUSES } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { holdAlone } from '../db/hold';
import { contains, isOneOf } from '../db/page';
import { brandInvites, brandSuggestions, brands, orderLineItems, orders, orgUsers, products } from '../db/schema';
import type { Verb } from '../implement';
import { notifyInvited } from '../live/notify-invited';
import { endPartnersOf } from '../network/partners/answer-partner';
import { endSharesOf } from '../network/shares/end-shares';
import { takenBack } from '../notices/notices';
import { loadBrand, lockBrand } from './read-brands';

const MOST_FOUND = 20;
/** Statuses of orders that nothing more happens to. */
const CLOSED = ORDER_STATUS_IDS.filter((id) => !ORDER_STATUSES[id].isActive || id === 'COMPLETE').filter(
  (id) => id !== 'DRAFT' && id !== 'BACKORDER',
);

export const listClaimableBrands: Verb<typeof contract.claimable> = async ({ db, membership }, { query }) => {
  const found = await db
    .select({
      id: brands.id,
      name: brands.name,
      states: brands.states,
      profileImageUri: brands.profileImageUri,
      orgId: brands.orgId,
    })
    .from(brands)
    .where(and(contains(brands.name, query.searchTerm), or(isNull(brands.review), eq(brands.orgId, membership.orgId))))
    .orderBy(asc(sql`lower(${brands.name})`), asc(brands.id))
    .limit(MOST_FOUND);
  return found.map(({ orgId, ...brand }): ClaimableBrand => {
    const claimState = orgId === null ? 'AVAILABLE' : orgId === membership.orgId ? 'YOURS' : 'CLAIMED';
    return { ...brand, claimState };
  });
};

/** Claims a brand nobody has. CONFLICT if an organization has it, even one that claims it at the same time. */
export const claimBrand: Verb<typeof contract.claim> = async (ctx, { body: { brandId } }) => {
  const { orgId } = ctx.membership;
  const [claimed] = await ctx.db
    .update(brands)
    .set({ orgId, version: sql`${brands.version} + 1`, updatedAt: ctx.now })
    .where(and(eq(brands.id, brandId), isNull(brands.orgId), isNull(brands.review)))
    .returning({ id: brands.id });
  if (claimed === undefined) {
    const [held] = await ctx.db
      .select({ orgId: brands.orgId, name: brands.name })
      .from(brands)
      .where(and(eq(brands.id, brandId), or(isNull(brands.review), eq(brands.orgId, orgId))));
    if (held === undefined) throw notFound('Brand');
    throw new DomainError(
      'CONFLICT',
      held.orgId === orgId
        ? `Your organization already has ${held.name}.`
        : `Another organization has ${held.name}. If it’s yours, contact support.`,
    );
  }
  const after = await welcomeBrand(ctx, brandId);
  await ctx.audit({ id: brandId, before: null, after });
  return after;
};

/** Assigns a brand to the caller if they see only what they are assigned. */
export async function assignToCaller({ db, membership, publish }: Ctx, brandId: number): Promise<void> {
  if (seesEverything(membership)) return;
  const { orgId, orgUserId } = membership;
  await db
    .update(orgUsers)
    .set({ brandIds: sql`array_append(${orgUsers.brandIds}, ${brandId}::bigint)` })
    .where(eq(orgUsers.id, orgUserId));
  await publish({ topic: 'access', kind: 'changed', id: orgUserId, orgIds: [orgId] });
}

/** Assigns a brand the organization just got to the caller if they see only what they are assigned, and tells of it. */
export async function welcomeBrand(ctx: Ctx, brandId: number) {
  const { db, membership, publish } = ctx;
  const { orgId } = membership;
  await assignToCaller(ctx, brandId);
  await publish({ topic: 'organization', kind: 'created', id: brandId, orgIds: [orgId] });
  await publish({ topic: 'catalogue', kind: 'changed', id: brandId, orgIds: [orgId] });
  return loadBrand({ db, membership: { ...membership, brandIds: [...membership.brandIds, brandId] } }, brandId);
}

export const getBrandUses: Verb<typeof contract.uses> = async (ctx, { params }) => {
  const { orgId, id } = await loadBrand(ctx, params.id);
  return readUses(ctx.db, { orgId, id });
};

/** Gives up a brand, with its review. CONFLICT while it has products. */
export const releaseBrand: Verb<typeof contract.release> = async (ctx, { params }) => {
  await holdAlone(ctx.db, { kind: 'brand', id: params.id });
  const before = await lockBrand(ctx, params.id);
  await assertReleasable(ctx.db, before);
  await ctx.db
    .update(brands)
    .set({
      orgId: null,
      version: before.version + 1,
      updatedAt: ctx.now,
      // Nobody claims it, so its address is free for a brand that is approved.
      ...(before.review !== null && { slug: `given-up-${before.id}` }),
    })
    .where(and(eq(brands.id, before.id), eq(brands.orgId, before.orgId)));
  const open = and(eq(brandSuggestions.brandId, before.id), eq(brandSuggestions.status, 'IN_REVIEW'));
  const removed = await ctx.db.delete(brandSuggestions).where(open).returning({ id: brandSuggestions.id });
  const subjects = removed.map(({ id }) => subjectOf.brandSuggestion(id));
  if (subjects.length > 0) await ctx.enqueue(takenBack({ orgId: null, subjects }));
  await ctx.audit({ id: before.id, before, after: null });
  await forgetBrand(ctx, before);
  return { ok: true };
};

type OwnBrand = { id: number; orgId: number };

/** Refuses to part with a brand that has products. */
export async function assertReleasable(db: Db, brand: OwnBrand & { name: string }): Promise<void> {
  const reason = whyNotReleased(await readUses(db, brand), brand.name);
  if (reason !== null) throw new DomainError('CONFLICT', reason);
}

/** Takes a brand its organization no longer has from its people, partners and open invites, and tells of it. */
export async function forgetBrand(ctx: Ctx, { id, orgId }: OwnBrand): Promise<void> {
  const { db, now, publish } = ctx;
  await db
    .update(orgUsers)
    .set({ brandIds: sql`array_remove(${orgUsers.brandIds}, ${id}::bigint)` })
    .where(and(eq(orgUsers.orgId, orgId), sql`${id}::bigint = any (${orgUsers.brandIds})`));
  await endSharesOf(ctx, { orgId, brandId: id });
  const withdrawn = await db
    .update(brandInvites)
    .set({ status: 'WITHDRAWN', answeredAt: now })
    .where(and(eq(brandInvites.brandId, id), eq(brandInvites.orgId, orgId), eq(brandInvites.status, 'INVITED')))
    .returning({ email: brandInvites.invitedEmail });
  await notifyInvited(
    ctx,
    withdrawn.map(({ email }) => email),
  );
  await endPartnersOf(ctx, { id, orgId });
  await publish({ topic: 'organization', kind: 'removed', id, orgIds: [orgId] });
  await publish({ topic: 'access', kind: 'changed', id, orgIds: [orgId] });
  await publish({ topic: 'catalogue', kind: 'changed', id, orgIds: [orgId] });
}

async function readUses(db: Db, { id, orgId }: OwnBrand): Promise<BrandUses> {
  const [kept] = await db
    .select({
      products: sql<number>`count(*)::int`,
      listedProducts: sql<number>`(count(*) filter (where ${isOneOf(products.listingState, LISTED_STATUSES)}))::int`,
    })
    .from(products)
    .where(and(eq(products.orgId, orgId), eq(products.brandId, id), ne(products.listingState, 'ARCHIVED')));
  const [ordered] = await db
    .select({ openOrders: sql<number>`count(distinct ${orders.id})::int` })
    .from(orderLineItems)
    .innerJoin(orders, and(eq(orders.orgId, orderLineItems.orgId), eq(orders.id, orderLineItems.orderId)))
    .where(
      and(
        eq(orderLineItems.orgId, orgId),
        eq(orders.orgId, orgId),
        eq(orderLineItems.brandId, id),
        notInArray(orders.status, CLOSED),
      ),
    );
  return { products: 0, listedProducts: 0, ...kept, openOrders: ordered?.openOrders ?? 0 };
}

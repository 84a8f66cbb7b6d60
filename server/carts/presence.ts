import { and, asc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import {
  type CartViewer,
  type cartsTogether as contract,
  PRESENCE_LASTS_MS,
} from '../../domain/carts/presence-contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { cartItems, carts, cartVisits, orgUsers, users } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { Verb } from '../implement';
import { assertBuyerCompany } from './find-cart';

type Visit = { companyId: number; page: string; cartIds: number[]; lineId: number | null; isOver: boolean };

/**
 * Says that a page has a buyer company's carts open, or has closed, and answers who else has them open: colleagues who
 * see one of the carts the caller sees. Colleagues hear of it only when something has changed.
 */
export const reportPresence: Verb<typeof contract.visit> = async (
  ctx,
  { body: { companyId, page, lineId, isLeaving } },
) => {
  const { db, membership } = ctx;
  const ofPage = and(eq(cartVisits.orgId, membership.orgId), eq(cartVisits.page, page));
  const own = and(ofPage, eq(cartVisits.orgUserId, membership.orgUserId));
  await assertBuyerCompany(ctx, companyId);
  const [before] = await db.select().from(cartVisits).where(own);
  if (isLeaving) {
    // Kept, so that what the page said before doesn't bring it back if it arrives later.
    await storePresence(ctx, { companyId, page, cartIds: [], lineId: null, isOver: true }, false);
    if (before !== undefined && !before.isOver) await publishPresence(ctx, companyId);
    return [];
  }
  if (before?.isOver) return [];
  const cartIds = await cartsOf(ctx, companyId);
  if (lineId !== null) await assertLine(ctx, cartIds, lineId);
  const visit = { companyId, page, cartIds, lineId, isOver: false };
  await storePresence(ctx, visit, before === undefined);
  const isSame =
    before?.lineId === lineId && before.buyerCompanyId === companyId && String(before.cartIds) === String(cartIds);
  if (!isSame || isOver(before.seenAt, ctx.now)) await publishPresence(ctx, companyId);
  return findVisitors(ctx, visit);
};

const isOver = (seenAt: Date, now: Date) => now.getTime() - seenAt.getTime() > PRESENCE_LASTS_MS;
const oldest = (now: Date) => new Date(now.getTime() - PRESENCE_LASTS_MS);

const publishPresence = ({ publish, membership }: Ctx, companyId: number) =>
  publish({ topic: 'cart-visits', kind: 'changed', id: companyId, orgIds: [membership.orgId] });

async function cartsOf({ db, membership }: Ctx, companyId: number): Promise<number[]> {
  const rows = await db
    .select({ id: carts.id })
    .from(carts)
    .where(and(visibleCarts(db, membership), eq(carts.buyerCompanyId, companyId)))
    .orderBy(asc(carts.id));
  return rows.map(({ id }) => id);
}

/** NOT_FOUND for a line of no cart the member sees. */
async function assertLine({ db, membership }: Ctx, cartIds: readonly number[], lineId: number): Promise<void> {
  const found = await db
    .select({ cartId: cartItems.cartId })
    .from(cartItems)
    .where(and(eq(cartItems.orgId, membership.orgId), eq(cartItems.id, lineId)));
  if (!found.some(({ cartId }) => cartIds.includes(cartId))) throw notFound('Item');
}

/** A new page also clears away those that are long gone. */
async function storePresence({ db, membership, now }: Ctx, visit: Visit, isNew: boolean): Promise<void> {
  const { orgId, orgUserId } = membership;
  if (isNew) {
    await db.delete(cartVisits).where(and(eq(cartVisits.orgId, orgId), lt(cartVisits.seenAt, oldest(now))));
  }
  const { companyId: buyerCompanyId, cartIds, lineId, isOver, page } = visit;
  const row = { orgUserId, buyerCompanyId, cartIds, lineId, isOver, seenAt: now };
  await db
    .insert(cartVisits)
    .values({ orgId, page, ...row })
    .onConflictDoUpdate({
      target: [cartVisits.orgId, cartVisits.page],
      set: row,
      setWhere: sql`${cartVisits.orgUserId} = ${orgUserId} and not ${cartVisits.isOver}`,
    });
}

/** Colleagues by name, each once, however many pages they have open. */
async function findVisitors({ db, membership, now }: Ctx, { companyId, cartIds }: Visit): Promise<CartViewer[]> {
  const rows = await db
    .select({
      userId: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      imageUri: users.profileImageUri,
      cartIds: cartVisits.cartIds,
      lineId: cartVisits.lineId,
    })
    .from(cartVisits)
    .innerJoin(orgUsers, eq(orgUsers.id, cartVisits.orgUserId))
    .innerJoin(users, eq(users.id, orgUsers.userId))
    .where(
      and(
        eq(cartVisits.orgId, membership.orgId),
        eq(cartVisits.buyerCompanyId, companyId),
        ne(cartVisits.orgUserId, membership.orgUserId),
        gt(cartVisits.seenAt, oldest(now)),
        eq(cartVisits.isOver, false),
        inArray(orgUsers.status, ['ACTIVE']),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id), asc(cartVisits.page));
  const visitors = new Map<string, CartViewer>();
  for (const row of rows) {
    const former = visitors.get(row.userId);
    const shared = row.cartIds.filter((id) => cartIds.includes(id));
    if (shared.length === 0) continue;
    visitors.set(row.userId, {
      ...row,
      cartIds: [...new Set([...(former?.cartIds ?? []), ...shared])],
      lineId: former?.lineId ?? row.lineId,
    });
  }
  return [...visitors.values()];
}

import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CartOutcome, cartsTogether as contract } from '../../domain/carts/presence-contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { auditLog, carts, users } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { Verb } from '../implement';
import { seesCartsOf } from '../live/sees-cart';

/** What the audit log keeps of the order a cart became. */
const Ordered = z.object({
  buyerLicenseId: z.number(),
  order: z.object({ id: z.number(), orderNumber: z.string(), totalUsd: z.string() }),
  sellerName: z.string(),
});
export type OrderedCart = z.infer<typeof Ordered>;

/** What became of a cart the member saw. NOT_FOUND if it is gone without an order, or of a license they don't see. */
export const cartOutcome: Verb<typeof contract.outcome> = async (ctx, { params: { id } }) => {
  const { db, membership } = ctx;
  const [standing] = await db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.id, id), visibleCarts(db, membership)));
  return { order: standing ? null : await orderOf(ctx, id) };
};

async function orderOf({ db, membership, person }: Ctx, cartId: number): Promise<CartOutcome['order']> {
  const [entry] = await db
    .select({
      after: auditLog.after,
      by: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      userId: users.id,
    })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorUserId))
    .where(
      and(eq(auditLog.orgId, membership.orgId), eq(auditLog.entity, 'cart'), eq(auditLog.entityId, String(cartId))),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  const ordered = Ordered.safeParse(entry?.after);
  if (!entry || !ordered.success) throw notFound('Cart');
  const { buyerLicenseId, order, sellerName } = ordered.data;
  if (!(await seesCartsOf(db, { userId: person.userId, isSupport: false, membership }, buyerLicenseId))) {
    throw notFound('Cart');
  }
  return { ...order, sellerName, by: entry.by, isOwn: entry.userId === person.userId };
}

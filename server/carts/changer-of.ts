import { and, desc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import { auditLog, users } from '../db/schema';
import type { CartRow } from './find-cart';

/** Who last changed what is read of a cart's audit entries; null if that was long ago. */
export async function changerOf(
  { db }: Pick<Ctx, 'db'>,
  cart: Pick<CartRow, 'id' | 'orgId'>,
  read: (state: unknown) => unknown,
): Promise<string | null> {
  const entries = await db
    .select({
      before: auditLog.before,
      after: auditLog.after,
      by: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorUserId))
    .where(and(eq(auditLog.orgId, cart.orgId), eq(auditLog.entity, 'cart'), eq(auditLog.entityId, String(cart.id))))
    .orderBy(desc(auditLog.id))
    .limit(50);
  return entries.find(({ before, after }) => read(before) !== read(after))?.by ?? null;
}

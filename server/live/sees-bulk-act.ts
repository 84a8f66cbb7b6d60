import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import type { Db } from '../db/client';
import { bulkActs } from '../db/schema';

/** Whether they started the bulk action. */
export async function seesBulkAct(db: Db, { membership, userId }: Actor, id: number): Promise<boolean> {
  if (!membership) return false;
  const own = and(eq(bulkActs.orgId, membership.orgId), eq(bulkActs.id, id), eq(bulkActs.userId, userId));
  return (await db.select({ id: bulkActs.id }).from(bulkActs).where(own)).length > 0;
}

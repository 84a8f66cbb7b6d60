import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import type { Db } from '../db/client';
import { changes } from '../db/schema';

/** Whether they started the bulk action. */
export async function seesBulkAct(db: Db, { membership, userId }: Actor, id: number): Promise<boolean> {
  if (!membership) return false;
  const own = and(eq(changes.orgId, membership.orgId), eq(changes.id, id), eq(changes.userId, userId));
  return (await db.select({ id: changes.id }).from(changes).where(own)).length > 0;
}

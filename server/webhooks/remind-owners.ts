import { sql } from 'drizzle-orm';
import { TOLD_AGAIN_DAYS } from '../../domain/webhooks/retry';
import type { Services } from '../context';
import { webhookEndpoints } from '../db/schema';
import { transact } from '../db/transact';
import { troubleNotice } from './deliver/settle';
import { isEndpoint } from './read-endpoints';

/** Tells the owners of endpoints that stay off, and of which nothing else is heard, once a week. */
export async function remindOwners({ database: { db }, jobs }: Services): Promise<void> {
  const { orgId, id, state, toldAt } = webhookEndpoints;
  const isLongAgo = sql`${state} = 'DISABLED' and ${toldAt} < now() - make_interval(days => ${TOLD_AGAIN_DAYS})`;
  const found = await db.select({ orgId, id }).from(webhookEndpoints).where(isLongAgo);
  for (const one of found) {
    await transact(db, async (tx) => {
      const told = await tx
        .update(webhookEndpoints)
        .set({ toldAt: sql`now()` })
        .where(sql`${isEndpoint(one.orgId, one.id)} and ${isLongAgo}`)
        .returning({ id });
      if (told.length > 0) await jobs.enqueue(tx, troubleNotice(one.orgId, one.id, new Date()));
    });
  }
}

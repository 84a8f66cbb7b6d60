import { sql } from 'drizzle-orm';
import { EXPIRY_TOLD_DAYS } from '../../domain/api-keys/api-key';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Services } from '../context';
import { apiKeys } from '../db/schema';
import { transact } from '../db/transact';
import { noticeAt } from '../notices/notices';

/** Tells the makers of keys that expire within days, once for each day a key is given; of none made for a few days only. */
export async function remindMakers({ database: { db }, jobs }: Services): Promise<void> {
  const { orgId, id, createdAt, expiresAt, expiryToldAt, revokedAt } = apiKeys;
  const days = sql`make_interval(days => ${EXPIRY_TOLD_DAYS})`;
  const isDue = sql`${revokedAt} is null and ${expiryToldAt} is null and ${expiresAt} > now()
    and ${expiresAt} < now() + ${days} and ${expiresAt} - ${createdAt} > ${days}`;
  const found = await db.select({ orgId, id }).from(apiKeys).where(isDue);
  for (const one of found) {
    await transact(db, async (tx) => {
      const told = await tx
        .update(apiKeys)
        .set({ expiryToldAt: sql`now()` })
        .where(sql`${orgId} = ${one.orgId} and ${id} = ${one.id} and ${isDue}`)
        .returning({ id });
      if (told.length > 0) await jobs.enqueue(tx, expiryNotice(one.orgId, one.id));
    });
  }
}

const expiryNotice = (orgId: number, apiKeyId: number) =>
  noticeAt(
    {
      type: 'CUSTOM',
      orgId,
      subject: subjectOf.apiKey(apiKeyId),
      payload: { about: 'API_KEY_EXPIRES', apiKeyId },
    },
    { by: null, now: new Date() },
  );

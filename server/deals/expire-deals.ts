import { and, eq, lte } from 'drizzle-orm';
import type { Jobs, Services } from '../context';
import type { Db } from '../db/client';
import { dealBids, offers } from '../db/schema';
import { transact } from '../db/transact';
import { publish } from '../live/publish';
import type { JobRequest } from '../queues';
import { endBids, openBids } from './end-bids';
import { lockById } from './find-offer';
import { publishDeal } from './publish-deal';

/** Ends the bids nobody answered in time and the offers whose time is up, in every organization, and frees what was held. */
export async function expireDeals({ database: { db }, jobs }: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const now = new Date();
  const late = await db
    .select({ orgId: dealBids.orgId, id: dealBids.offerId })
    .from(dealBids)
    .where(and(eq(dealBids.status, 'OPEN'), lte(dealBids.answerBy, now)));
  const ended = await db
    .select({ orgId: offers.orgId, id: offers.id })
    .from(offers)
    .where(and(eq(offers.status, 'OPEN'), lte(offers.endsAt, now)));
  const due = new Map([...late, ...ended].map((one) => [`${one.orgId}/${one.id}`, one]));
  for (const { orgId, id } of due.values()) await transact(db, (tx) => expire(tx, jobs, { orgId, id }));
}

async function expire(tx: Db, jobs: Jobs, { orgId, id }: { orgId: number; id: number }): Promise<void> {
  const now = new Date();
  const ctx = {
    db: tx,
    now,
    person: { userId: null },
    membershipOrNull: null,
    publish: (event: Parameters<typeof publish>[1]) => publish(tx, event),
    enqueue: (job: JobRequest) => jobs.enqueue(tx, job),
  };
  const offer = await lockById(ctx, orgId, id);
  const hasEnded = offer.status === 'OPEN' && offer.endsAt.getTime() <= now.getTime();
  const late = (await openBids(ctx, offer)).filter((bid) => hasEnded || bid.answerBy.getTime() <= now.getTime());
  await endBids(ctx, offer, late, 'EXPIRED');
  if (hasEnded) {
    await tx
      .update(offers)
      .set({ status: 'EXPIRED', updatedAt: now })
      .where(and(eq(offers.orgId, orgId), eq(offers.id, id)));
  }
  if (late.length > 0 || hasEnded) await publishDeal(ctx, offer);
}

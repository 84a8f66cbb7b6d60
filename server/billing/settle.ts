import { and, eq, inArray, lte } from 'drizzle-orm';
import { isUpgrade } from '../../domain/access/vocabulary';
import type { HostedPageState } from '../../domain/billing/subscription';
import { DomainError } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { hostedPages, subscriptions } from '../db/schema';
import { transact } from '../db/transact';
import { noticeAt } from '../notices/notices';
import { applySubscription, type Standing } from './billing-state';
import { type Billing, customerOf } from './port';

/** What settling needs: from a call, or from the job that settles visits nobody returned from. */
export type Settlement = {
  billing: Billing;
  db: Db;
  now: Date;
  /** Runs its work in one transaction. */
  inTransaction<T>(work: (books: Pick<Ctx, 'db' | 'audit' | 'publish' | 'enqueue'>) => Promise<T>): Promise<T>;
};

export type HostedPage = typeof hostedPages.$inferSelect;
export type Change = { before: Standing; after: Standing };

/**
 * Reads an organization's subscription and applies it. `page` is one the service reported as paid, `subscriptionId` what
 * was paid there: asked for by its id, as the service's lists may lag.
 */
export async function settleSubscription(
  { billing, inTransaction, now }: Settlement,
  orgId: number,
  page: HostedPage | null,
  subscriptionId?: string,
): Promise<Change & { isNews: boolean }> {
  const told = await billing.subscription(customerOf(orgId), subscriptionId);
  if (page && !told) {
    throw new DomainError('UNAVAILABLE', 'We have your payment but not its details yet. Try again in a moment.');
  }
  return inTransaction(async ({ db, audit, publish, enqueue }) => {
    const { before, after, hasChanged } = await applySubscription(db, orgId, told, now);
    const isNews = page !== null && (await movePage(db, page, 'succeeded'));
    // An open portal may still change it.
    await db
      .update(subscriptions)
      .set({ portalUntil: null })
      .where(and(eq(subscriptions.orgId, orgId), lte(subscriptions.portalUntil, now)));
    if (hasChanged) {
      await audit({ entity: 'subscription', orgId, id: told?.id ?? null, before, after });
      await publish({ topic: 'access', kind: 'changed', id: orgId, orgIds: [orgId] });
      if (isUpgrade(before.plan, after.plan)) await enqueue(upgraded(orgId, after, now));
    }
    return { before, after, isNews };
  });
}

const upgraded = (orgId: number, { plan }: Standing, now: Date) =>
  noticeAt(
    {
      type: 'SUBSCRIPTION_UPGRADED',
      orgId,
      subject: subjectOf.plan(plan),
      payload: { subscriptionTier: plan },
    },
    { by: null, now },
  );

export type PageOutcome = { outcome: 'paid'; change: Change } | { outcome: 'left' | 'expired' | 'open' };

/** Reads a page's state and, if paid, applies the plan and acknowledges the page, once. */
export async function settlePage(settlement: Settlement, page: HostedPage): Promise<PageOutcome> {
  const { billing, db, now } = settlement;
  const there = page.serviceId === null ? null : await billing.page(page.serviceId);
  switch (there?.state) {
    case 'succeeded':
    case 'acknowledged': {
      const { isNews, ...change } = await settleSubscription(settlement, page.orgId, page, there.subscriptionId);
      // Only by whoever applied it; if it fails, the job does it.
      if (isNews) await acknowledge(settlement, page).catch(() => undefined);
      return { outcome: 'paid', change };
    }
    case 'cancelled':
      await movePage(db, page, 'cancelled');
      return { outcome: 'left' };
    case 'created':
    case 'requested':
      if (there.expiresAt > now) return { outcome: 'open' };
      await movePage(db, page, 'cancelled');
      return { outcome: 'expired' };
    default:
      // The service doesn't know it: nobody can pay it once its time is up.
      if (page.expiresAt !== null && page.expiresAt <= now) await movePage(db, page, 'cancelled');
      return { outcome: 'expired' };
  }
}

/** Tells the billing service that a page's plan was applied. */
export async function acknowledge(
  { billing, db }: Pick<Settlement, 'billing' | 'db'>,
  page: HostedPage,
): Promise<void> {
  await billing.acknowledge(page.serviceId ?? '');
  await transact(db, (tx) =>
    tx
      .update(hostedPages)
      .set({ state: 'acknowledged', updatedAt: new Date() })
      .where(and(eq(hostedPages.id, page.id), eq(hostedPages.state, 'succeeded'))),
  );
}

/** Saves a page's state; returns whether it changed. */
async function movePage(db: Db, { id }: HostedPage, state: 'succeeded' | 'cancelled'): Promise<boolean> {
  // Only the service knows when a page can no longer be paid: one marked abandoned here may still have been paid.
  const from: HostedPageState[] = state === 'succeeded' ? ['requested', 'cancelled'] : ['requested'];
  const moved = await db
    .update(hostedPages)
    .set({ state, updatedAt: new Date() })
    .where(and(eq(hostedPages.id, id), inArray(hostedPages.state, from)))
    .returning({ id: hostedPages.id });
  return moved.length > 0;
}

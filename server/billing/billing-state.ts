import { eq } from 'drizzle-orm';
import { type PlanType, PlanTypeSchema } from '../../domain/access/vocabulary';
import { planOf, type Subscription } from '../../domain/billing/subscription';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import { organizations, subscriptions } from '../db/schema';
import type { BilledSubscription } from './port';

/** An organization's plan and subscription. */
export type Standing = { plan: PlanType; subscription: Subscription | null };

type Row = typeof subscriptions.$inferSelect;

function toSubscription({ tier, duration, status, currentTermEnd }: Row): Subscription {
  return { tier, duration, status, currentTermEnd: currentTermEnd.toISOString() };
}

async function find(db: Db, orgId: number): Promise<{ standing: Standing; kept: Row | null }> {
  const [found] = await db
    .select({ plan: organizations.plan, kept: subscriptions })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.orgId, organizations.id))
    .where(eq(organizations.id, orgId));
  const kept = found?.kept ?? null;
  return {
    standing: { plan: PlanTypeSchema.parse(found?.plan), subscription: kept && toSubscription(kept) },
    kept,
  };
}

/** The newest version of a subscription that was applied; -1 for one not seen before. */
function knownVersion({ serviceId, serviceVersion, formerVersions }: Row, id: string): number {
  return id === serviceId ? serviceVersion : (formerVersions[id] ?? -1);
}

export async function readBillingState(db: Db, orgId: number): Promise<Standing> {
  return (await find(db, orgId)).standing;
}

/**
 * Sets an organization's plan from its subscription, in the caller's transaction. A version of it that isn't newer changes
 * nothing; nor does a missing subscription, since plans can be granted for free.
 */
export async function applySubscription(
  db: Db,
  orgId: number,
  told: BilledSubscription | null,
  now: Date,
): Promise<{ before: Standing; after: Standing; hasChanged: boolean }> {
  // Serializes settling per organization without blocking transactions that only reference it.
  await lockRows(db, organizations, eq(organizations.id, orgId));
  const { standing: before, kept } = await find(db, orgId);
  if (!told || (kept && told.version <= knownVersion(kept, told.id)))
    return { before, after: before, hasChanged: false };
  const { id: serviceId, version: serviceVersion, ...state } = told;
  const formerVersions = kept ? { ...kept.formerVersions, [kept.serviceId]: kept.serviceVersion } : {};
  delete formerVersions[serviceId];
  const values = { ...state, serviceId, serviceVersion, formerVersions, updatedAt: now };
  await db
    .insert(subscriptions)
    .values({ orgId, ...values })
    .onConflictDoUpdate({ target: subscriptions.orgId, set: values });
  const plan = planOf(told);
  await db.update(organizations).set({ plan }).where(eq(organizations.id, orgId));
  return { before, after: await readBillingState(db, orgId), hasChanged: true };
}

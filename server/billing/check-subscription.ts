import { and, eq } from 'drizzle-orm';
import type { billing as contract, Returned } from '../../domain/billing/contract';
import type { CheckOutcome } from '../../domain/billing/subscription';
import { notFound } from '../../domain/errors';
import type { Db } from '../db/client';
import { hostedPages } from '../db/schema';
import type { Verb } from '../implement';
import { readBillingState } from './billing-state';
import { type Change, type HostedPage, type Settlement, settlePage, settleSubscription } from './settle';

/**
 * Reads the result of a visit from the billing service and applies it. The browser's claim never changes a plan: it
 * only selects which true result is shown.
 */
export const checkSubscription: Verb<typeof contract.check> = async (ctx, { body }) => {
  const { db, now, membership, services } = ctx;
  const { orgId } = membership;
  const settlement: Settlement = {
    db,
    now,
    billing: services.billing,
    inTransaction: (work) => ctx.step('settle', work),
  };
  if (body.checkoutId === undefined) {
    const change = await settleSubscription(settlement, orgId, null);
    return { outcome: outcomeOf(change, body), ...change.after, url: null };
  }
  const page = await findPage(db, orgId, body.checkoutId);
  const result = await settlePage(settlement, page);
  return {
    outcome: result.outcome,
    ...(await readBillingState(db, orgId)),
    url: result.outcome === 'open' ? page.url : null,
  };
};

async function findPage(db: Db, orgId: number, checkoutId: string): Promise<HostedPage> {
  const [page] = await db
    .select()
    .from(hostedPages)
    .where(and(eq(hostedPages.orgId, orgId), eq(hostedPages.checkoutId, checkoutId)));
  if (!page) throw notFound('Checkout');
  return page;
}

/** Says what a visit changed; if it was already applied elsewhere, confirms the browser's claim if it is still true. */
function outcomeOf({ before, after }: Change, claimed: Returned): CheckOutcome {
  const was = before.subscription;
  const is = after.subscription;
  if (!is) return 'unchanged';
  const isEnding = is.status !== 'active';
  const hasMoved = was?.tier !== is.tier || was.duration !== is.duration;
  if (was?.status !== is.status || hasMoved) {
    if (isEnding) return 'ending';
    return was && was.status !== 'active' && !hasMoved ? 'reactivated' : 'changed';
  }
  if ((claimed.cancelled || claimed.changed) && isEnding) return 'ending';
  return claimed.reactivated && !isEnding ? 'reactivated' : 'unchanged';
}

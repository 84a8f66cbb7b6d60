import { and, eq } from 'drizzle-orm';
import type { billing as contract } from '../../domain/billing/contract';
import { refusalToBuy } from '../../domain/billing/subscription';
import { badInput } from '../../domain/errors';
import { hostedPages, organizations } from '../db/schema';
import type { Verb } from '../implement';
import { readBillingState } from './billing-state';
import { customerOf } from './port';

/** Creates a hosted page to pay for a higher plan. `checkSubscription` reads its result. */
export const openCheckout: Verb<typeof contract.checkout> = async (ctx, { body }) => {
  const { membership, person, services, now } = ctx;
  const { orgId } = membership;
  const { subscriptionTier: tier, subscriptionDuration: duration } = body;
  const { checkoutId, name } = await ctx.step('page', async ({ db }) => {
    const refusal = refusalToBuy(tier, await readBillingState(db, orgId));
    if (refusal) throw badInput({ subscriptionTier: refusal });
    const checkoutId = crypto.randomUUID();
    await db.insert(hostedPages).values({ orgId, checkoutId, tier, duration, requestedByUserId: person.userId });
    const [org] = await db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, orgId));
    return { checkoutId, name: org?.name ?? '' };
  });
  const backTo = (parameters: Record<string, string>) =>
    `${services.config.publicUrl}/account/billing?${new URLSearchParams({ ...parameters, checkoutId })}`;
  const page = await services.billing.createCheckout(
    {
      customer: { id: customerOf(orgId), name },
      tier,
      duration,
      returnUrl: backTo({ success: 'true' }),
      cancelUrl: backTo({ cancelled: 'true' }),
    },
    checkoutId,
  );
  return ctx.step('requested', async ({ db, audit }) => {
    const { id: serviceId, url, expiresAt } = page;
    await db
      .update(hostedPages)
      .set({ serviceId, url, expiresAt, state: 'requested', updatedAt: now })
      .where(and(eq(hostedPages.checkoutId, checkoutId), eq(hostedPages.state, 'created')));
    await audit({ id: checkoutId, after: { tier, duration, serviceId } });
    return { checkoutId, url, expiresAt: expiresAt.toISOString() };
  });
};

import { eq } from 'drizzle-orm';
import type { billing as contract } from '../../domain/billing/contract';
import { DomainError } from '../../domain/errors';
import { organizations, subscriptions } from '../db/schema';
import type { Verb } from '../implement';
import { customerOf } from './port';

/** Creates a hosted page to change, cancel or reactivate the subscription. CONFLICT without one. */
export const openPortal: Verb<typeof contract.portal> = async ({ db, membership, services, step }) => {
  const { orgId } = membership;
  const [org] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .innerJoin(subscriptions, eq(subscriptions.orgId, organizations.id))
    .where(eq(organizations.id, orgId));
  if (!org) throw new DomainError('CONFLICT', 'You have no subscription yet. Choose a plan first.');
  const customer = { id: customerOf(orgId), name: org.name };
  const { requestId } = await step('request', async () => ({ requestId: crypto.randomUUID() }));
  // The service doesn't say what was done there: whoever returns is told after we asked.
  const home = `${services.config.publicUrl}/account/billing?changed=true`;
  const { url, expiresAt } = await services.billing.createPortal(customer, home, requestId);
  return step('portal', async (inner) => {
    await inner.db.update(subscriptions).set({ portalUntil: expiresAt }).where(eq(subscriptions.orgId, orgId));
    await inner.audit({ id: customer.id, after: { expiresAt } });
    return { url, expiresAt: expiresAt.toISOString() };
  });
};

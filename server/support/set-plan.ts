import { eq } from 'drizzle-orm';
import { PlanTypeSchema } from '../../domain/access/vocabulary';
import { pays } from '../../domain/billing/subscription';
import { DomainError, notFound } from '../../domain/errors';
import type { support } from '../../domain/support/contract';
import { readBillingState } from '../billing/billing-state';
import { lockRows } from '../db/rows';
import { organizations } from '../db/schema';
import type { Verb } from '../implement';

/** Gives an organization a plan. CONFLICT while it pays for one: the billing service decides that. */
export const setPlan: Verb<typeof support.setPlan> = async (ctx, { params: { id }, body: { plan, reason } }) => {
  const { audit, db, publish } = ctx;
  await lockRows(db, organizations, eq(organizations.id, id));
  const [found] = await db
    .select({ id: organizations.id, name: organizations.name, plan: organizations.plan })
    .from(organizations)
    .where(eq(organizations.id, id));
  if (!found) throw notFound('Organization');
  const { subscription } = await readBillingState(db, id);
  if (pays(subscription))
    throw new DomainError('CONFLICT', `${found.name} pays for its plan. It can change it in Billing.`);
  const before = { plan: PlanTypeSchema.parse(found.plan) };
  if (before.plan !== plan) {
    await db.update(organizations).set({ plan }).where(eq(organizations.id, id));
    await audit({ orgId: id, id, before, after: { plan, reason } });
    await publish({ topic: 'access', kind: 'changed', id, orgIds: [id] });
  }
  return { id, name: found.name, plan };
};

import { SubscriptionTierSchema } from '../../domain/billing/subscription';
import { customerOf } from '../billing/port';
import { daysBefore, nextId, type World } from './world';

const VERSION = 1;

/** The subscriptions of organizations on paid plans, here and in the sandbox billing service. */
export function addSubscriptions({ now, rows }: World): void {
  for (const { id: orgId = 0, name, plan, createdAt } of rows.organizations) {
    const tier = SubscriptionTierSchema.safeParse(plan).data;
    if (!tier) continue;
    const serviceId = `sub-${orgId}`;
    const agreed = {
      tier,
      duration: tier === 'ENTERPRISE' ? ('YEARLY' as const) : ('MONTHLY' as const),
      status: 'active' as const,
      currentTermEnd: daysBefore(now, -(tier === 'ENTERPRISE' ? 200 : 9 + orgId * 4)),
    };
    rows.subscriptions.push({
      id: nextId(rows.subscriptions),
      orgId,
      serviceId,
      serviceVersion: VERSION,
      ...agreed,
      createdAt: createdAt ?? now,
      updatedAt: now,
    });
    rows.sandboxCustomers.push({ id: customerOf(orgId), company: name });
    rows.sandboxSubscriptions.push({ id: serviceId, customerId: customerOf(orgId), ...agreed, version: VERSION });
  }
}

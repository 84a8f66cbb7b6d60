import { eq } from 'drizzle-orm';
import type { Subscription, SubscriptionDuration, SubscriptionTier } from '../../../domain/billing/subscription';
import { customerOf } from '../../../server/billing/port';
import type { Db } from '../../../server/db/client';
import {
  hostedPages,
  sandboxCustomers,
  sandboxPages,
  sandboxSubscriptions,
  subscriptions,
} from '../../../server/db/schema';
import { type OrgFixture, only, type UserFixture } from '../factories';

const DAY_MS = 86_400_000;

type Payer = { org: OrgFixture; owner: { user: UserFixture } };

/** A subscription, in the platform and in the sandbox billing service; renews in ten days by default. */
export async function makeSubscription(
  db: Db,
  { org }: Pick<Payer, 'org'>,
  {
    tier = 'ENTERPRISE',
    status = 'active',
    days = 10,
  }: { tier?: SubscriptionTier; status?: Subscription['status']; days?: number } = {},
) {
  const agreed = {
    tier,
    duration: 'MONTHLY' as const,
    status,
    currentTermEnd: new Date(Date.now() + days * DAY_MS),
  };
  const id = `sub-${org.id}`;
  await db
    .insert(sandboxCustomers)
    .values({ id: customerOf(org.id), company: org.name })
    .onConflictDoNothing();
  await db.insert(sandboxSubscriptions).values({ id, customerId: customerOf(org.id), ...agreed });
  return only(
    await db
      .insert(subscriptions)
      .values({ orgId: org.id, serviceId: id, serviceVersion: 1, ...agreed })
      .returning(),
  );
}

/** A checkout page, in the platform and in the sandbox billing service. */
export async function makeCheckout(
  db: Db,
  { org, owner }: Payer,
  { tier = 'ENTERPRISE', duration = 'YEARLY' }: { tier?: SubscriptionTier; duration?: SubscriptionDuration } = {},
) {
  const checkoutId = crypto.randomUUID();
  const serviceId = crypto.randomUUID();
  const sold = { tier, duration, expiresAt: new Date(Date.now() + DAY_MS) };
  const home = 'https://verdant.example/account/billing';
  await db.insert(sandboxPages).values({
    id: serviceId,
    kind: 'checkout',
    customerId: customerOf(org.id),
    customerName: org.name,
    ...sold,
    returnUrl: home,
    cancelUrl: home,
  });
  const page = { orgId: org.id, checkoutId, serviceId, url: `${home}/pay`, requestedByUserId: owner.user.id };
  return only(
    await db
      .insert(hostedPages)
      .values({ ...page, ...sold, state: 'requested' })
      .returning(),
  );
}

/** The sandbox billing service's record of a page. */
export async function pageAtService(db: Db, serviceId: string | null) {
  return only(
    await db
      .select()
      .from(sandboxPages)
      .where(eq(sandboxPages.id, serviceId ?? '')),
  );
}

/** Presses a button on a sandbox billing page; returns the redirect address. */
export async function press(url: string, button: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${url}/${button}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return response.headers.get('location') ?? '';
}

export const pay = (url: string) => press(url, 'pay', { card: 'accepted' });

import type {
  HostedPageState,
  Subscription,
  SubscriptionDuration,
  SubscriptionTier,
} from '../../domain/billing/subscription';

/** A page of the billing service, where people pay or change what they pay for. */
export type BillingPage = { id: string; url: string; state: HostedPageState; expiresAt: Date };

/** A subscription as the billing service keeps it; `version` grows with every change of it. */
export type BilledSubscription = Omit<Subscription, 'currentTermEnd'> & {
  id: string;
  currentTermEnd: Date;
  version: number;
};

export type CheckoutOrder = {
  customer: { id: string; name: string };
  tier: SubscriptionTier;
  duration: SubscriptionDuration;
  /** Where the page comes back to once paid. */
  returnUrl: string;
  /** Where it comes back to when it is left. */
  cancelUrl: string;
};

/**
 * The billing service. Whatever it does not answer in time is raised as UNAVAILABLE; asking again is always safe.
 * Only the service decides what was paid.
 */
export interface Billing {
  /** A page to pay for a first or higher plan; the same key gives the same page. */
  createCheckout(order: CheckoutOrder, idempotencyKey: string): Promise<BillingPage>;
  /** Null for a page it does not know. */
  page(id: string): Promise<BillingPage | null>;
  /** Confirms that the plan paid for was applied. */
  acknowledge(id: string): Promise<void>;
  /**
   * A page to change, cancel or reactivate a subscription; its return address says what was done. The same key gives the
   * same page.
   */
  createPortal(
    customer: CheckoutOrder['customer'],
    returnUrl: string,
    idempotencyKey: string,
  ): Promise<Pick<BillingPage, 'url' | 'expiresAt'>>;
  /** The customer's present or last subscription; null for who never had one. */
  subscription(customerId: string): Promise<BilledSubscription | null>;
}

/** How the billing service names an organization. */
export const customerOf = (orgId: number): string => `org-${orgId}`;

import type {
  HostedPageState,
  PlanPrice,
  Subscription,
  SubscriptionDuration,
  SubscriptionTier,
} from '../../domain/billing/subscription';

/** A hosted page of the billing service, to pay or manage a subscription. */
export type BillingPage = {
  id: string;
  url: string;
  state: HostedPageState;
  expiresAt: Date;
  /** What a paid checkout began or changed. */
  subscriptionId?: string | undefined;
};

/** A subscription at the billing service; `version` grows with every change. */
export type BilledSubscription = Omit<Subscription, 'currentTermEnd'> & {
  id: string;
  currentTermEnd: Date;
  version: number;
};

export type CheckoutOrder = {
  customer: { id: string; name: string };
  tier: SubscriptionTier;
  duration: SubscriptionDuration;
  /** Return address after payment. */
  returnUrl: string;
  /** Return address when left. */
  cancelUrl: string;
};

/**
 * The billing service, which alone decides what was paid. Raises UNAVAILABLE without a timely reply; retrying is always
 * safe.
 */
export interface Billing {
  /** A page to pay for a first or higher plan; the same key returns the same page. */
  createCheckout(order: CheckoutOrder, idempotencyKey: string): Promise<BillingPage>;
  /** Null for an unknown page. */
  page(id: string): Promise<BillingPage | null>;
  /** Confirms that the plan paid for was applied. */
  acknowledge(id: string): Promise<void>;
  /** A page to change, cancel or reactivate a subscription. The same key returns the same page. */
  createPortal(
    customer: CheckoutOrder['customer'],
    returnUrl: string,
    idempotencyKey: string,
  ): Promise<Pick<BillingPage, 'url' | 'expiresAt'>>;
  /** The customer's current or last subscription, or theirs of that id; null if they never had it. */
  subscription(customerId: string, id?: string): Promise<BilledSubscription | null>;
  /** What each plan costs; without those that have no fixed price. */
  prices(): Promise<PlanPrice[]>;
  /** What is certainly wrong with its settings, as a line for who runs the installation; null if nothing. */
  faultOf(): Promise<string | null>;
}

/** An organization's customer id at the billing service. */
export const customerOf = (orgId: number): string => `org-${orgId}`;

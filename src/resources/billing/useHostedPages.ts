import { useEffect, useState } from 'react';
import { billing as calls } from '../../../domain/billing/contract';
import { durationsOf, type SubscriptionDuration, type SubscriptionTier } from '../../../domain/billing/subscription';
import { useCall } from '../../providers/refine/use-call';

export type HostedPages = {
  /** What the page being opened is for; null otherwise. */
  leavingFor: SubscriptionTier | 'portal' | null;
  buy: (tier: SubscriptionTier, duration: SubscriptionDuration) => void;
  manage: () => void;
};

/** Opens the billing service's pages, in this tab. Refusals show in the snackbar. */
export function useHostedPages(): HostedPages {
  const checkout = useCall(calls.checkout);
  const portal = useCall(calls.portal);
  const [leavingFor, setLeavingFor] = useState<HostedPages['leavingFor']>(null);

  useEffect(() => {
    // With the browser's Back, the page may return in its old state.
    const stay = () => setLeavingFor(null);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  const leave = async (goal: NonNullable<HostedPages['leavingFor']>, open: () => ReturnType<typeof portal.run>) => {
    setLeavingFor(goal);
    const page = await open();
    if (page.ok) location.assign(page.value.url);
    else setLeavingFor(null);
  };
  return {
    leavingFor,
    buy: (tier, wished) => {
      const subscriptionDuration = durationsOf(tier).includes(wished) ? wished : 'MONTHLY';
      void leave(tier, () => checkout.run({ body: { subscriptionTier: tier, subscriptionDuration } }));
    },
    manage: () => void leave('portal', () => portal.run({})),
  };
}

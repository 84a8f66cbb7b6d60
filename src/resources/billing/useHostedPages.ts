import { useEffect, useState } from 'react';
import { billing as calls } from '../../../domain/billing/contract';
import { durationsOf, type SubscriptionDuration, type SubscriptionTier } from '../../../domain/billing/subscription';
import { useCall } from '../../providers/use-call';

export type HostedPages = {
  /** What the person is being sent to a page for; null while they stay. */
  leavingFor: SubscriptionTier | 'portal' | null;
  buy: (tier: SubscriptionTier, duration: SubscriptionDuration) => void;
  manage: () => void;
};

/** Leads to the pages of the billing service, in this tab. A refusal is said in the snackbar. */
export function useHostedPages(): HostedPages {
  const checkout = useCall(calls.checkout);
  const portal = useCall(calls.portal);
  const [leavingFor, setLeavingFor] = useState<HostedPages['leavingFor']>(null);

  useEffect(() => {
    // Come back to by the browser's own Back, the page may be as it was left.
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

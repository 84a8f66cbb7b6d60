import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { useStable } from './grid/useStable';

/** An action available on the current screen. */
export type Offer = { id: string; label: string; run: () => void };

/** All current offers. */
export const useOffers = create<readonly Offer[]>(() => []);

/** Offers an action while the caller is mounted, to whatever lists actions; nothing while `run` is undefined. */
export function useOffer(label: string, run: (() => void) | undefined): void {
  const id = useId();
  const isOffered = run !== undefined;
  const latest = useStable(() => run?.());
  useEffect(() => {
    if (!isOffered) return;
    useOffers.setState((offers) => [...offers, { id, label, run: latest }], true);
    return () => useOffers.setState((offers) => offers.filter((offer) => offer.id !== id), true);
  }, [id, label, isOffered, latest]);
}

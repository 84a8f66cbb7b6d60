import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { useStable } from './grid/useStable';

/** Something that can be done with what is on screen now. */
export type Offer = { id: string; label: string; run: () => void };

/** All that is offered now. */
export const useOffers = create<readonly Offer[]>(() => []);

/** Offers an act for as long as the caller is on screen, to whatever lists acts; nothing while `run` is undefined. */
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

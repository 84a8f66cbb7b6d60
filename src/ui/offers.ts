import { useEffect, useId, useSyncExternalStore } from 'react';
import { useStable } from './grid/useStable';

/** Something that can be done with what is on screen now. */
export type Offer = { id: string; label: string; run: () => void };

let offers: readonly Offer[] = [];
const listeners = new Set<() => void>();

function become(next: readonly Offer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

/** Offers an act for as long as the caller is on screen, to whatever lists acts; nothing while `run` is undefined. */
export function useOffer(label: string, run: (() => void) | undefined): void {
  const id = useId();
  const isOffered = run !== undefined;
  const latest = useStable(() => run?.());
  useEffect(() => {
    if (!isOffered) return;
    become([...offers, { id, label, run: latest }]);
    return () => become(offers.filter((offer) => offer.id !== id));
  }, [id, label, isOffered, latest]);
}

/** All that is offered now. */
export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offers,
  );
}

import { useEffect, useMemo, useState } from 'react';
import {
  choiceOf,
  type InventoryChoice,
  type InventoryContext,
  inventoryContext,
  isNarrowed,
  narrowing,
} from '../../../domain/inventory/context';
import { useSession } from '../../providers/session';
import { choose } from '../../providers/session/session-store';
import { showSnack } from '../../providers/snackbar';
import type { FilterValues } from '../../ui/filters';

/** A state's inventory as somebody chose to see it. */
export type InventoryPlace = InventoryContext & { orgId: number; usState: string };

/** The inventory the person sees; null without an organization or a state, where nothing can be asked for. */
export function useInventoryPlace(): InventoryPlace | null {
  const { organization, inventory, scope } = useSession();
  return useMemo(() => {
    if (!organization || !scope) return null;
    const context = inventoryContext(organization, inventory);
    return context.usState === null ? null : { ...context, orgId: scope.orgId, usState: context.usState };
  }, [organization, inventory, scope]);
}

/** What of a list's address belongs to the context. */
type ContextAddress = {
  filters: FilterValues;
  setFilters: (values: FilterValues, options?: { replace?: boolean }) => void;
  state: { page?: number };
};

type Asked = { licenseIds?: number[]; brandIds?: number[] };

/**
 * Changes of what a list of the inventory is of. The list begins anew with each: on its first page, and without filters
 * once neither a license nor a brand is chosen. A link's licenses and brands become the choice. While `isChanging`, what is
 * asked for is about to change, and nothing is read.
 */
export function useInventoryContext(place: InventoryPlace, { filters, setFilters, state }: ContextAddress) {
  const { organization, inventory, seenAs } = useSession();
  const [pending, setPending] = useState<InventoryChoice | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const { licenseIds, brandIds, ...rest } = filters as FilterValues & Asked;
  const isLinked = isNarrowed({ licenseIds: licenseIds ?? [], brandIds: brandIds ?? [] });

  const change = (next: InventoryChoice) => {
    setPending(next);
    setFilters(isNarrowed(next) ? rest : {}, { replace: true });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!isLinked || !organization) return;
    setPending(choiceOf(organization, inventory, { licenseIds, brandIds }));
    setFilters(rest, { replace: true });
  }, [isLinked]);

  // The address changes first, so that nothing is asked for with the former filters.
  const isReady =
    !isLinked && (state.page ?? 0) === 0 && (pending === null || isNarrowed(pending) || Object.keys(rest).length === 0);
  useEffect(() => {
    if (pending === null || !isReady) return;
    choose({ inventory: pending });
    setPending(null);
  }, [pending, isReady]);

  const { isLost, usState } = place;
  // Whoever looks through another's eyes keeps what they chose themselves.
  const mustForget = isLost && seenAs === null && pending === null;
  useEffect(() => {
    if (!mustForget) return;
    const kept = { licenseIds: place.licenseIds, brandIds: place.brandIds };
    choose({ inventory: { usState: inventory.usState && usState, ...kept } });
    showSnack({
      key: 'inventory-lost',
      status: 'info',
      message:
        'We removed a license, brand or state from your choice that doesn’t exist anymore or that you can’t see.',
    });
  }, [mustForget, inventory.usState, usState, place.licenseIds, place.brandIds]);

  const whose = useMemo(() => narrowing(place), [place]);
  return {
    change,
    setChoosing,
    /** A change is under way: lists wait, and so do facets. */
    isWaiting: isLinked || pending !== null,
    isChanging: isLinked || pending !== null || isChoosing,
    /** The licenses and brands chosen, as calls take them. */
    whose,
    /** A list's rows, selection and facets are of one context only. */
    key: JSON.stringify([usState, whose]),
    /** The list's own filters. */
    filters: rest as FilterValues,
  };
}

export type InventoryChanging = ReturnType<typeof useInventoryContext>;

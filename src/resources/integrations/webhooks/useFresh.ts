import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { resourceKey } from '../../../providers/refine/live-refine';
import type { Resource } from '../../../providers/refine/resource';

/**
 * Reads a resource again every so many milliseconds while the page is looked at: deliveries are too many for each to be
 * told of.
 */
export function useFresh({ name }: Pick<Resource, 'name'>, everyMs: number, isNeeded = true): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void client.invalidateQueries({ queryKey: resourceKey(name) });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, name, everyMs, isNeeded]);
}

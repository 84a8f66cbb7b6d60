import { useQueries, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import type { NavApp } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import type { Badge } from '../../providers/manifest';
import { gather } from '../../providers/refine/live-refine';
import { useSessionState } from '../../providers/session';
import { Manifests } from './useAppNavigation';

/** Higher counts show as "more than". */
export const EXACT_TO = 9;

/** The badge counts by navigation address. */
export type Waiting = ReadonlyMap<string, { count: number; meaning: string }>;

export const Badges = createContext<Waiting>(new Map());

const keyOf = ({ path }: Badge) => ['badge', path];

/**
 * The navigation's badge counts, refetched as they change. Cached per chosen company and organization, so one's count
 * never shows in another.
 */
export function useBadges(apps: readonly NavApp[]): Waiting {
  const manifests = useContext(Manifests);
  const state = useSessionState();
  const { can } = useCan();
  const client = useQueryClient();
  const scope = state.status === 'signed-in' ? state.scope : null;
  const badges = useMemo(() => {
    const paths = new Set(apps.flatMap(({ items }) => items.map(({ path }) => path)));
    return manifests.flatMap(({ badge, requires }) => (badge && paths.has(badge.path) && can(requires) ? [badge] : []));
  }, [apps, manifests, can]);

  useEffect(() => {
    const stops = badges.map((badge) => {
      const burst = gather(() => client.invalidateQueries({ queryKey: keyOf(badge) }));
      const off = badge.changes(() => burst.add(undefined));
      return () => {
        off();
        burst.end();
      };
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [badges, client]);

  const counts = useQueries({
    queries: badges.map((badge) => ({
      queryKey: [...keyOf(badge), scope],
      queryFn: ({ signal }: { signal: AbortSignal }) => badge.count(scope, { signal, quiet: true }),
    })),
    combine: (results) => results.map(({ data }) => data ?? 0),
  });
  return useMemo(
    () => new Map(badges.map(({ path, meaning }, index) => [path, { count: counts[index] ?? 0, meaning }])),
    [badges, counts],
  );
}

import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { APPS } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import { isAbort } from '../../providers/call/call-errors';
import type { Found, Manifest } from '../../providers/manifest';
import { useSession } from '../../providers/session';
import { useDebounced } from '../../ui/hooks';
import { Manifests } from '../navigation/useAppNavigation';

const LEAST = 2;
const DEBOUNCE_MS = 200;

export type FoundRecord = { manifest: Manifest; found: Found };

/** A record's icon and group. */
export const iconOf = ({ app }: Manifest) => APPS[app].icon;

/** Records whose number or name contains the typed text, from every part of the app the person may read. */
export function useRecords(text: string): {
  records: readonly FoundRecord[];
  isSearching: boolean;
  hasFailed: boolean;
} {
  const manifests = useContext(Manifests);
  const { scope } = useSession();
  const { can } = useCan();
  const settled = useDebounced(text, DEBOUNCE_MS);
  const isAsked = text.length >= LEAST && settled.length >= LEAST && scope !== null;
  const finders = manifests.filter(({ finds, requires }) => finds && can(requires));
  const { data, isFetching } = useQuery({
    queryKey: ['palette', settled, finders.map(({ name }) => name)],
    enabled: isAsked,
    meta: { topics: [] },
    queryFn: async ({ signal }) => {
      const all = await Promise.allSettled(
        finders.map(async (manifest) => {
          const found = (scope && (await manifest.finds?.(settled, scope, { signal }))) ?? [];
          return found.map((one) => ({ manifest, found: one }));
        }),
      );
      const failures = all.filter((one) => one.status === 'rejected');
      return {
        records: all.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
        hasFailed: failures.some(({ reason }) => !isAbort(reason)),
      };
    },
  });
  return {
    records: isAsked ? (data?.records ?? []) : [],
    isSearching: (text.length >= LEAST && text !== settled) || (isAsked && isFetching),
    hasFailed: isAsked && data?.hasFailed === true,
  };
}

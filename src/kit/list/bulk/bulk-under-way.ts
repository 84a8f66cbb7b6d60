import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { listeners } from '../../../providers/listeners';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { bulkActs } from './bulk-actions';

const KEY = 'verdant.bulk-acts';
/** Ids of undismissed actions, by person and call. */
const Kept = z.record(z.string(), z.array(z.number())).catch({});

const changes = listeners<void>();
/** Kept in memory when storage is full. */
let unkept: string | null = null;

// Follows changes made in other tabs.
addEventListener('storage', ({ key }) => key === KEY && changes.emit());

const textNow = () => unkept ?? localStorage.getItem(KEY) ?? '{}';

function read(): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(textNow()));
  } catch {
    return {};
  }
}

function changeIds(holder: string, change: (ids: readonly number[]) => number[]): void {
  const all = read();
  const text = JSON.stringify({ ...all, [holder]: change(all[holder] ?? []) });
  try {
    localStorage.setItem(KEY, text);
    unkept = null;
  } catch {
    unkept = text;
  }
  changes.emit();
}

/** The person's recent bulk actions through this call, the running ones first. */
export const useRecentActions = (path: string) => useResourceList(bulkActs, { filters: { path }, staleTime: 0 });

/**
 * The person's bulk actions through this call in any tab, running or finished, until dismissed. `openId` is included
 * even before it is loaded.
 */
export function useBulkUnderWay(path: string, openId: number | null) {
  const { user, scope } = useSession();
  const holder = `${user.id}/${scope?.orgId ?? 0}`;
  const running = useRecentActions(path).result.data;
  // A list read before an action ended still calls it running.
  const dismissed = useRef(new Set<number>());
  const text = useSyncExternalStore(changes.on, textNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is what is read
  const ids = useMemo(() => read()[holder] ?? [], [holder, text]);
  useEffect(() => {
    const found = running
      .filter(({ state, id }) => state === 'RUNNING' && !dismissed.current.has(id))
      .map(({ id }) => id);
    const more = [...found, ...(openId === null ? [] : [openId])];
    if (more.length > 0) changeIds(holder, (known) => [...new Set([...known, ...more])]);
  }, [running, holder, openId]);
  const forget = useCallback(
    (id: number) => {
      dismissed.current.add(id);
      changeIds(holder, (known) => known.filter((one) => one !== id));
    },
    [holder],
  );
  return { ids, forget };
}

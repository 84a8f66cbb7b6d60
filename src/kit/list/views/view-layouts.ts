import { useCallback, useMemo, useState } from 'react';
import { isSameLayout, type ViewLayout } from '../../../../domain/views/saved-view';
import { type GridPreferences, loadLayout } from '../../../ui/grid';
import { preferencesOf } from '../grid/grid-preferences';

const draftPrefix = (userId: string, viewId: number) => `verdant.${userId}.view.${viewId}.`;

/** Column changes of open views that aren't saved yet, in this tab. */
const drafts: GridPreferences = {
  load(key) {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },
  save(key, value) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      return;
    }
  },
};

function dropDrafts(userId: string, viewId: number): void {
  const prefix = draftPrefix(userId, viewId);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

type Opened = {
  userId: string;
  /** The grid that is shown; null where rows are shown otherwise. */
  gridId: string | null;
  /** The view in the address. */
  viewId: number | undefined;
  /** Its saved columns. */
  saved: ViewLayout | undefined;
};

/**
 * The columns of a grid with saved views: those of the open view, else the person's own. Changes while a view is open
 * are a draft of that view, and leave the person's own as they are.
 */
export function useViewLayouts({ userId, gridId, viewId, saved }: Opened) {
  const own = useMemo(() => preferencesOf(userId), [userId]);
  const [, setChanges] = useState(0);
  const [resets, setResets] = useState(0);
  const ofGrid = saved?.grid === gridId ? saved : undefined;
  const key = viewId === undefined || gridId === null ? null : draftPrefix(userId, viewId) + gridId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped draft is another layout to load
  const preferences = useMemo<GridPreferences>(
    () => ({
      load: (of) => (key === null ? null : drafts.load(key)) ?? ofGrid ?? own.load(of),
      save: (of, layout) => {
        if (key === null) own.save(of, layout);
        else drafts.save(key, layout);
        setChanges((count) => count + 1);
      },
    }),
    [own, key, ofGrid, resets],
  );
  const drop = useCallback(
    (id: number) => {
      dropDrafts(userId, id);
      setResets((count) => count + 1);
    },
    [userId],
  );
  const isDrafted = key !== null && drafts.load(key) !== null;
  return {
    preferences,
    /** The columns on screen, to be saved. */
    now: (): ViewLayout | undefined =>
      gridId === null ? undefined : { grid: gridId, ...loadLayout(preferences, gridId) },
    isChanged:
      isDrafted && !isSameLayout(loadLayout(preferences, gridId ?? ''), ofGrid ?? loadLayout(own, gridId ?? '')),
    drop,
  };
}

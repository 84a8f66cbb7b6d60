import { z } from 'zod';
import type { GridPreferences } from './types';

const Layout = z.object({
  order: z.array(z.string()).catch([]),
  hidden: z.record(z.string(), z.boolean()).catch({}),
  pinned: z.record(z.string(), z.boolean()).catch({}),
  widths: z.record(z.string(), z.number().min(40).max(2000)).catch({}),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
});

/** A person's own layout of a grid. Only what differs from the columns' declaration is held. */
export type GridLayout = z.infer<typeof Layout>;

export const PLAIN_LAYOUT: GridLayout = { order: [], hidden: {}, pinned: {}, widths: {}, density: 'comfortable' };

/** Keeps layouts in this browser; a full or forbidden storage costs the memory, never the screen. */
export const localPreferences: GridPreferences = {
  load(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },
  save(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      return;
    }
  },
};

export const layoutKey = (gridId: string) => `grid.${gridId}`;

/** The stored layout; anything unreadable in it falls back piece by piece. */
export function loadLayout(preferences: GridPreferences, gridId: string): GridLayout {
  const stored = Layout.safeParse(preferences.load(layoutKey(gridId)));
  return stored.success ? stored.data : PLAIN_LAYOUT;
}

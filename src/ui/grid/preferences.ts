import { z } from 'zod';
import type { GridPreferences } from './types';

/** Twenty rows on a screen, but higher ones where they are touched. */
const PLAIN_DENSITY = matchMedia('(pointer: coarse)').matches ? 'comfortable' : 'compact';

const Layout = z.object({
  order: z.array(z.string()).catch([]),
  hidden: z.record(z.string(), z.boolean()).catch({}),
  pinned: z.record(z.string(), z.boolean()).catch({}),
  widths: z.record(z.string(), z.number().min(40).max(2000)).catch({}),
  density: z.enum(['comfortable', 'compact']).catch(PLAIN_DENSITY),
});

/** A person's layout of a grid. Stores only differences from the declared columns. */
export type GridLayout = z.infer<typeof Layout>;

export const PLAIN_LAYOUT: GridLayout = { order: [], hidden: {}, pinned: {}, widths: {}, density: PLAIN_DENSITY };

/** Stores layouts in this browser; if storage is full or blocked, nothing is remembered but the screen works. */
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

/** The stored layout; invalid parts fall back one by one. */
export function loadLayout(preferences: GridPreferences, gridId: string): GridLayout {
  const stored = Layout.safeParse(preferences.load(layoutKey(gridId)));
  return stored.success ? stored.data : PLAIN_LAYOUT;
}

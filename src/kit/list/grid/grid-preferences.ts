import { z } from 'zod';
import { type GridPreferences, localPreferences } from '../../../ui/grid';

const keyOf = (userId: string, key: string) => `verdant.${userId}.${key}`;

/** Lists whose hidden columns have a storage key of their own, by grid key. */
const UNSELECTED: Readonly<Record<string, string>> = {
  'grid.purchase-orders': 'BUYER_ORDERS_UNSELECTED_HEADERS',
  'grid.customers': 'CUSTOMERS_UNSELECTED_HEADERS',
};

const Headers = z.array(z.string()).catch([]);
const Hiding = z.looseObject({ hidden: z.record(z.string(), z.boolean()) });

/** Column layouts in this browser, per person. */
export function preferencesOf(userId: string): GridPreferences {
  return {
    load: (key) => withUnselected(localPreferences.load(keyOf(userId, key)), UNSELECTED[key]),
    save: (key, value) => {
      const name = UNSELECTED[key];
      const layout = Hiding.safeParse(value).data;
      if (name && layout) {
        const headers = Object.keys(layout.hidden).filter((id) => layout.hidden[id]);
        localPreferences.save(name, headers);
      } else if (name) localStorage.removeItem(name);
      localPreferences.save(keyOf(userId, key), value);
    },
  };
}

/** A layout with exactly the stored unselected columns hidden. */
function withUnselected(layout: unknown, name: string | undefined): unknown {
  if (name === undefined || localStorage.getItem(name) === null) return layout;
  const { hidden = {}, ...rest } = Hiding.safeParse(layout).data ?? {};
  const shown = Object.entries(hidden).filter(([, isHidden]) => !isHidden);
  const unselected = Headers.parse(localPreferences.load(name)).map((id) => [id, true] as const);
  return { ...rest, hidden: Object.fromEntries([...shown, ...unselected]) };
}

/** Deletes a person's column layout of a grid. */
export function forgetColumns(userId: string, gridId: string): void {
  preferencesOf(userId).save(`grid.${gridId}`, null);
}

import { type GridPreferences, localPreferences } from '../../ui/grid';

const keyOf = (userId: string, key: string) => `verdant.${userId}.${key}`;

/** Column layouts kept in this browser, each person's by themselves. */
export function preferencesOf(userId: string): GridPreferences {
  return {
    load: (key) => localPreferences.load(keyOf(userId, key)),
    save: (key, value) => localPreferences.save(keyOf(userId, key), value),
  };
}

/** Forgets a person's columns of a grid: what they were set up for may not be shown any more. */
export function forgetColumns(userId: string, gridId: string): void {
  localPreferences.save(keyOf(userId, `grid.${gridId}`), null);
}

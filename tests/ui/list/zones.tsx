import type { ComponentType } from 'react';
import type { Manifest } from '../../../src/providers/manifest';

export type Zone = { id: number; name: string; isOpen: boolean };

/** What every list of zones tells the grid, with all of them at hand. */
export const gridOf = (rows: readonly Zone[]) => ({
  resource: { name: 'zones' },
  label: 'Zones',
  noun: ['zone', 'zones'] as const,
  nameOf: ({ name }: Zone) => name,
  rows,
  error: null,
  onRetry: () => {},
  refreshing: false,
  empty: { title: 'No zones yet' },
});

/** The app whose one screen, at /zones, is this list. */
export const zonesApp = (List: ComponentType, more: Pick<Manifest, 'requires'> & Partial<Manifest>): Manifest => ({
  name: 'zones',
  label: 'Zones',
  app: 'network',
  screens: [{ path: 'zones', title: 'Zones', load: async () => ({ default: List }) }],
  ...more,
});

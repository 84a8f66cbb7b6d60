import type { ComponentType } from 'react';
import type { Manifest } from '../../../../src/providers/manifest';

export type Zone = { id: number; name: string; isOpen: boolean };

/** Grid props shared by all lists of zones, with all rows loaded. */
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

/** The app with this list as its only screen, at /zones. */
export const zonesApp = (List: ComponentType, more: Pick<Manifest, 'requires'> & Partial<Manifest>): Manifest => ({
  name: 'zones',
  label: 'Zones',
  app: 'network',
  screens: [{ path: 'zones', title: 'Zones', load: async () => ({ default: List }) }],
  ...more,
});

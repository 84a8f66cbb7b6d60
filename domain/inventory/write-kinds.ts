/** What can be written at the tracking system about a package. */
export const PACKAGE_WRITES = ['SPLIT', 'ADJUST', 'MOVE', 'FINISH', 'REOPEN'] as const;
export type PackageWriteKind = (typeof PACKAGE_WRITES)[number];

/** What can be written about a harvest: its plants, what is made and thrown away of it, its end, and what is taken back. */
export const HARVEST_WRITES = [
  'HARVEST_PLANT',
  'HARVEST_MANICURE',
  'HARVEST_PACKAGE',
  'HARVEST_TEST_PACKAGE',
  'HARVEST_DISCONTINUE',
  'HARVEST_WASTE',
  'HARVEST_WASTE_DELETE',
  'HARVEST_RESTORE',
  'HARVEST_FINISH',
  'HARVEST_UNFINISH',
] as const;
export type HarvestWriteKind = (typeof HARVEST_WRITES)[number];

export const WRITE_KINDS = [...PACKAGE_WRITES, ...HARVEST_WRITES] as const;
export type WriteKind = (typeof WRITE_KINDS)[number];

export const isHarvestWrite = (kind: WriteKind): kind is HarvestWriteKind =>
  (HARVEST_WRITES as readonly WriteKind[]).includes(kind);

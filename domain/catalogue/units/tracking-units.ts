export const UNIT_MEASURES = ['count', 'weight', 'volume'] as const;
export type UnitMeasure = (typeof UNIT_MEASURES)[number];

/** Units of the tracking system: what they measure, and how many base units (each, gram, milliliter) they contain. */
export const TRACKING_UNITS = {
  ea: { measures: 'count', size: '1' },
  g: { measures: 'weight', size: '1' },
  kg: { measures: 'weight', size: '1000' },
  lb: { measures: 'weight', size: '453.59237' },
  oz: { measures: 'weight', size: '28.349523125' },
  mg: { measures: 'weight', size: '0.001' },
  gal: { measures: 'volume', size: '3785.411784' },
  pt: { measures: 'volume', size: '473.176473' },
  qt: { measures: 'volume', size: '946.352946' },
  'fl oz': { measures: 'volume', size: '29.5735295625' },
  l: { measures: 'volume', size: '1000' },
  ml: { measures: 'volume', size: '1' },
} as const satisfies Record<string, { measures: UnitMeasure; size: string }>;
export type TrackingUnit = keyof typeof TRACKING_UNITS;

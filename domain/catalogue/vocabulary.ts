import { z } from 'zod';
import type { TrackingUnit, UnitMeasure } from './units/tracking-units';

const keys = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

/** Product statuses (`listingState`) with their fixed ids. */
export const PRODUCT_STATUSES = {
  AVAILABLE: { id: 1, label: 'Available', meaning: 'Available for purchase' },
  INTERNAL: { id: 2, label: 'Internal', meaning: 'Internal use only' },
  SAMPLE: { id: 3, label: 'Sample', meaning: 'Available as a sample' },
  BACKORDER: { id: 4, label: 'Backorder', meaning: 'Available for backorder' },
  UNAVAILABLE: { id: 5, label: 'Unavailable', meaning: 'Temporarily unavailable' },
  ARCHIVED: { id: 6, label: 'Archived', meaning: 'Archived' },
} as const;
export type ProductStatus = keyof typeof PRODUCT_STATUSES;
export const ProductStatusSchema = z.enum(keys(PRODUCT_STATUSES));

/** What buyers can order: available, as a sample, or on backorder. */
export const ORDERABLE_STATUSES = ['AVAILABLE', 'SAMPLE', 'BACKORDER'] as const satisfies readonly ProductStatus[];
/** What buyers see; only the seller sees internal and archived products. */
export const LISTED_STATUSES = [...ORDERABLE_STATUSES, 'UNAVAILABLE'] as const satisfies readonly ProductStatus[];

/** Where a product's quantity comes from; `stockFrom` as buyers read it. */
export const INVENTORY_MODES = {
  MANUAL: { label: 'Managed', hint: 'Quantity is entered manually', stockFrom: 'Seller’s count' },
  UNLIMITED: { label: 'Unlimited', hint: 'Never runs out', stockFrom: null },
  INHERITED: {
    label: 'Inherited',
    hint: "Quantity comes from the wholesale marketplace's seed-to-sale link",
    stockFrom: 'Wholesale marketplace',
  },
  METRC: {
    label: 'Tracking system',
    hint: 'Quantity comes from mapped packages; no manual adjustments',
    stockFrom: 'Tracking system',
  },
} as const;
export type InventoryMode = keyof typeof INVENTORY_MODES;
export const InventoryModeSchema = z.enum(keys(INVENTORY_MODES));

/** Units products are stored and sold in, with the tracking system's name for each. */
export const UNITS = {
  Unit: { trackingUnit: 'ea' },
  Gram: { trackingUnit: 'g' },
  Pound: { trackingUnit: 'lb' },
  Milligram: { trackingUnit: 'mg' },
  Case: { trackingUnit: 'ea' },
  Ounce: { trackingUnit: 'oz' },
  Kilogram: { trackingUnit: 'kg' },
  Liter: { trackingUnit: 'l' },
  Milliliter: { trackingUnit: 'ml' },
} as const satisfies Record<string, { trackingUnit: TrackingUnit }>;
export type Unit = keyof typeof UNITS;

/** Strain types (`strainClassification`) as shown. */
export const STRAIN_TYPES = {
  SATIVA: 'Sativa',
  INDICA: 'Indica',
  HYBRID: 'Hybrid',
  INDICA_HYBRID: 'Indica Hybrid',
  NA: 'N/A',
  SATIVA_HYBRID: 'Sativa Hybrid',
  HIGH_CBD: 'High CBD',
  CBD_11: '1:1 CBD',
  CBD_21: '2:1 CBD',
  THC: 'THC',
} as const;
export type StrainType = keyof typeof STRAIN_TYPES;
export const StrainTypeSchema = z.enum(keys(STRAIN_TYPES));

/** The tracking system's product categories, with how their items are measured. */
export const PRODUCT_CATEGORIES = [
  { id: 1, name: 'Buds', measures: 'weight' },
  { id: 2, name: 'Buds (prepackaged)', measures: 'count' },
  { id: 3, name: 'Concentrate (each)', measures: 'count' },
  { id: 4, name: 'Infused Edible (each)', measures: 'count' },
  { id: 5, name: 'Infused Liquid (each)', measures: 'count' },
  { id: 6, name: 'Vape Cartridge (each)', measures: 'count' },
  { id: 7, name: 'Pre-Roll', measures: 'count' },
  { id: 8, name: 'Shake/Trim', measures: 'weight' },
  { id: 9, name: 'Immature Plants', measures: 'count' },
] as const satisfies readonly { id: number; name: string; measures: UnitMeasure }[];
export type Category = (typeof PRODUCT_CATEGORIES)[number]['name'];
export const CategorySchema = z.enum(PRODUCT_CATEGORIES.map(({ name }) => name) as [Category, ...Category[]]);

import { z } from 'zod';

/** Where a brand comes from, in the order brands are listed. */
export const BRAND_SOURCES = {
  VERDANT: 'Verdant',
  WHOLESALE_MARKETPLACE: 'Wholesale marketplace',
} as const;
export type BrandSource = keyof typeof BRAND_SOURCES;
export const BrandSourceSchema = z.enum(Object.keys(BRAND_SOURCES) as [BrandSource, ...BrandSource[]]);

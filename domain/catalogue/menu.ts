import { z } from 'zod';
import { Id } from '../contract/endpoint';
import { MenuProduct } from './product';

/** Whose prices and stock a menu shows; wholesale prices without a buyer license. */
export const MenuRequest = z.object({
  /** The seller's company; all of the brand's companies when omitted. */
  companyId: Id.optional(),
  usStateAbbv: z.string().length(2).optional(),
  buyerLicenseId: Id.optional(),
  customerId: Id.optional(),
});

/** A brand's menu: its product lines in menu order, and its products. */
export const Menu = z.strictObject({
  productLines: z.array(z.strictObject({ id: Id, name: z.string(), menuPosition: z.number().int() })),
  products: z.array(MenuProduct),
});
export type Menu = z.infer<typeof Menu>;

const Facet = z.strictObject({ id: z.string(), name: z.string(), count: z.number().int() });

export const MenuFacets = z.strictObject({
  categories: z.array(Facet),
  productLines: z.array(Facet),
  strainClassifications: z.array(Facet),
});

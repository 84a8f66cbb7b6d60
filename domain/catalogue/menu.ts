import { z } from 'zod';
import { Day as DaySchema, Id, Instant } from '../contract/endpoint';
import type { Day } from '../dates';
import { MoneySchema } from '../money';
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

/** What a seller on a menu asks of orders of a license. */
export const MenuTerms = z.strictObject({
  companyId: Id,
  minimumUsd: MoneySchema.nullable(),
  /** Days of the week it delivers on, 0 is Sunday. */
  deliveryDays: z.array(z.number().int().min(0).max(6)),
  /** When what is ordered now is delivered, and until when that holds; null without delivery days. */
  delivery: z.strictObject({ day: DaySchema, orderBy: Instant }).nullable(),
});
export type MenuTerms = z.infer<typeof MenuTerms>;

/** A product as anybody may see it: without its price and how much there is of it. */
export const ShownProduct = MenuProduct.omit({ price: true, totalEffectiveInventory: true });
export type ShownProduct = z.infer<typeof ShownProduct>;

/** A menu as anybody may see it. */
export const ShownMenu = Menu.extend({ products: z.array(ShownProduct) });
export type ShownMenu = z.infer<typeof ShownMenu>;

const Facet = z.strictObject({ id: z.string(), name: z.string(), count: z.number().int() });

export const MenuFacets = z.strictObject({
  categories: z.array(Facet),
  productLines: z.array(Facet),
  strainClassifications: z.array(Facet),
});

type Grouped = Pick<MenuProduct, 'productLine'>;
export type MenuGroup<Product extends Grouped = MenuProduct> = { id: number; name: string; products: Product[] };

/** Products by product line, in the seller's menu order; products without a line come last. */
export function groupByLine<Product extends Grouped>(
  products: readonly Product[],
  lines: readonly { id: number; name: string }[],
): MenuGroup<Product>[] {
  const others = { id: 0, name: lines.length > 0 ? 'More products' : 'Products' };
  return [...lines, others]
    .map(({ id, name }) => ({
      id,
      name,
      products: products.filter(({ productLine }) => (productLine?.id ?? 0) === id),
    }))
    .filter((group) => group.products.length > 0);
}

/** The name of a menu on paper, of a day: 261125_menu.pdf. */
export const menuFileName = (day: Day): string => `${day.slice(2).replaceAll('-', '')}_menu.pdf`;

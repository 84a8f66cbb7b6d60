import { z } from 'zod';
import { signedIn } from '../access/ability';
import { Day, get, Id, IdParams, RowId } from '../contract/endpoint';
import { StockLevelSchema } from '../money';

/** What buyers see of the newest report on what a product is sold from. */
export const LabSummary = z.strictObject({
  labName: z.string(),
  performed: Day,
  expires: Day,
  /** Percentages and amounts of cannabinoids and terpenes. */
  potency: z.array(z.strictObject({ name: z.string(), level: StockLevelSchema, unit: z.string() })),
  /** The kinds of tests that passed, in words. */
  passed: z.array(z.string()),
});
export type LabSummary = z.infer<typeof LabSummary>;

/** What a menu's row says of a product's newest report: its THC as a percentage, and the package that was tested. */
export const ProductLab = z.strictObject({
  productId: RowId,
  /** In percent; null where the lab measured none, or in another unit. */
  thc: StockLevelSchema.nullable(),
  /** The tag of the package. */
  batch: z.string(),
  performed: Day,
  expires: Day,
});
export type ProductLab = z.infer<typeof ProductLab>;

/** The share of THC among findings, in percent: the total where a lab states it, else THC itself; null without. */
export function thcOf(potency: LabSummary['potency']): string | null {
  const inPercent = potency.filter(({ unit }) => unit === '%');
  const named = (pattern: RegExp) => inPercent.find(({ name }) => pattern.test(name.trim()));
  return (named(/^(total thc|thc total)$/i) ?? named(/^thc$/i))?.level ?? null;
}

/** What buyers see of a lab's findings. */
export const productLab = {
  ofBrand: get('/brands/:id/lab-results', {
    summary: 'What the newest lab reports say of the products of a menu; products without one are left out',
    params: IdParams,
    returns: z.array(ProductLab),
    requires: signedIn,
    mayLag: true,
    byKey: true,
  }),
  result: get('/brands/:id/products/:productId/lab-result', {
    summary: 'What the newest lab report says of what a product of a menu is sold from',
    params: z.object({ id: Id, productId: Id }),
    returns: z.strictObject({ result: LabSummary.nullable() }),
    requires: signedIn,
    byKey: true,
  }),
};

import { z } from 'zod';
import { signedIn } from '../access/ability';
import { Day, get, Id } from '../contract/endpoint';
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

/** What buyers see of a lab's findings. */
export const productLab = {
  result: get('/brands/:id/products/:productId/lab-result', {
    summary: 'What the newest lab report says of what a product of a menu is sold from',
    params: z.object({ id: Id, productId: Id }),
    returns: z.strictObject({ result: LabSummary.nullable() }),
    requires: signedIn,
  }),
};

import { z } from 'zod';
import { MoneySchema } from '../money';

/** How late money is, by days since it was due; the last has no end. A day it is due is not late. */
export const AGES = [
  { id: 'NOT_DUE', label: 'Not due', from: Number.NEGATIVE_INFINITY },
  { id: 'DAYS_30', label: '1 to 30 days late', from: 1 },
  { id: 'DAYS_60', label: '31 to 60 days late', from: 31 },
  { id: 'DAYS_90', label: '61 to 90 days late', from: 61 },
  { id: 'OLDER', label: 'More than 90 days late', from: 91 },
] as const;
export type AgeId = (typeof AGES)[number]['id'];

/** What a customer owes by how late it is; an order without a due date isn't late. */
export const Ageing = z.strictObject({
  totalUsd: MoneySchema,
  ages: z.array(
    z.strictObject({
      id: z.enum(AGES.map(({ id }) => id)),
      owedUsd: MoneySchema,
      orderCount: z.number().int().nonnegative(),
    }),
  ),
});
export type Ageing = z.infer<typeof Ageing>;

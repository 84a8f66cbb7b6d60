import { describeQuantity } from '../../catalogue/units/quantity';
import type { OrderStatus } from '../status';

export const PROBLEM_KINDS = ['MISSING', 'DAMAGED', 'WRONG_GOODS', 'PRICE', 'LATE', 'OTHER'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_LABELS: Record<ProblemKind, string> = {
  MISSING: 'Goods are missing',
  DAMAGED: 'Goods are damaged',
  WRONG_GOODS: 'Wrong goods',
  PRICE: 'The price is wrong',
  LATE: 'It’s late',
  OTHER: 'Something else',
};

/** Reports of one order that wait for an answer; after these, the seller should answer first. */
export const MOST_OPEN_PROBLEMS = 5;

/** Whether a buyer can report a problem with an order; of a merged one, it is reported with the order it became part of. */
export function takesProblems(status: OrderStatus): boolean {
  return status !== 'DRAFT' && status !== 'COMBINED';
}

type Line = { productName: string; quantity: string; unitOfMeasure: string };

/** A line as a report names it: "2 cases of Blue Dream 3.5g Jar". */
export function lineInWords({ productName, quantity, unitOfMeasure }: Line): string {
  return `${describeQuantity(quantity, unitOfMeasure)} of ${productName}`;
}

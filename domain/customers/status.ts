import { z } from 'zod';
import { Id, Version } from '../contract/endpoint';

const StatusName = z.string().trim().min(1, 'Name is required').max(60, 'Must be 60 characters or fewer');

export const CustomerStatus = z.strictObject({
  id: Id,
  position: z.number().int().nonnegative(),
  name: z.string(),
  /** How many customers have it. */
  customerCount: z.number().int().nonnegative(),
  version: Version,
});
export type CustomerStatus = z.infer<typeof CustomerStatus>;

export const CustomerStatusDraft = z.object({ name: StatusName });
/** `position` is the place among the company's statuses, the first of which is 0; the others make room. */
export const CustomerStatusEdit = CustomerStatusDraft.extend({
  position: z.number().int().min(0).max(1000),
  version: Version,
});

/** What to move the customers of a deleted status or zone to: another one, or none at all. */
export const MoveTo = z.union([z.literal('none'), Id], 'Choose what to move its customers to');

type Placed = { id: number; position: number };

/** The position a new status gets: one above the highest there is (part 2, §5). */
export function nextPosition(statuses: readonly Pick<Placed, 'position'>[]): number {
  return Math.max(-1, ...statuses.map(({ position }) => position)) + 1;
}

/** Ids in order, with one of them moved to a place; a place beyond the end is the end. */
export function movedTo(statuses: readonly Placed[], id: number, place: number): number[] {
  const others = [...statuses].sort((a, b) => a.position - b.position || a.id - b.id).filter((one) => one.id !== id);
  return others.map((one) => one.id).toSpliced(place, 0, id);
}

/** What is said to who deletes a status or zone that customers have, without saying what to move them to. */
export function inUse(customerCount: number, what: string): string {
  const have = customerCount === 1 ? '1 customer has' : `${customerCount.toLocaleString('en-US')} customers have`;
  return `${have} this ${what}. Choose what to move ${customerCount === 1 ? 'it' : 'them'} to.`;
}

import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, Done, del, get, Id, IdParams, post, put, Version } from '../contract/endpoint';
import { counted, lineOfText } from '../text';

const LabelName = lineOfText().min(1, 'Name is required').max(60, 'Must be 60 characters or fewer');

/** A company's own way to group customers, named and ordered by the company: a status or a service zone. */
export const CustomerLabel = z.strictObject({
  id: Id,
  orgId: Id,
  companyId: Id,
  position: z.number().int().nonnegative(),
  name: z.string(),
  /** How many customers have it. */
  customerCount: z.number().int().nonnegative(),
  /** How many counties and ZIP codes a service zone's area names; 0 for a status. */
  areaCount: z.number().int().nonnegative(),
  version: Version,
});
export type CustomerLabel = z.infer<typeof CustomerLabel>;

const LabelDraft = z.object({ name: LabelName });
/** `position` is its place among the company's labels of the kind, from 0; the others shift. */
const LabelEdit = LabelDraft.extend({ position: z.number().int().min(0).max(1000), version: Version });

/** Where to move the customers of a deleted label: to another label, or to none. */
const MoveTo = z.union([z.literal('none'), Id], 'Choose what to move its customers to');

/** The calls for one kind of label at `path`: `one` and `many` are its nouns, `audit` its name in the audit log. */
export function customerLabelCalls<const P extends string>(
  path: P,
  { one, many, audit }: { one: string; many: string; audit: string },
) {
  const [reads, writes] = [read('CUSTOMERS'), write('CUSTOMERS')];
  return {
    list: get(path, {
      summary: `A company’s ${many}, in order`,
      query: CompanyScope,
      returns: z.array(CustomerLabel),
      requires: reads,
    }),
    create: post(path, {
      summary: `Add a ${one}; at the end`,
      body: CompanyScope.extend(LabelDraft.shape),
      returns: CustomerLabel,
      requires: writes,
      audit,
      idempotent: true,
    }),
    update: put(`${path}/:id`, {
      summary: `Rename or move a ${one}`,
      params: IdParams,
      body: LabelEdit,
      returns: CustomerLabel,
      requires: writes,
      audit,
    }),
    remove: del(`${path}/:id`, {
      summary: `Delete a ${one}; its customers move to another one, or to none`,
      params: IdParams,
      query: CompanyScope.extend({ moveTo: MoveTo.optional() }),
      returns: Done,
      requires: writes,
      audit,
    }),
  };
}

type Placed = { id: number; position: number };

/** The position of a new label: one above the highest (part 2, §5). */
export function nextPosition(labels: readonly Pick<Placed, 'position'>[]): number {
  return Math.max(-1, ...labels.map(({ position }) => position)) + 1;
}

/** The ids with one moved to a position; a position past the end means the end. */
export function movedTo(labels: readonly Placed[], id: number, place: number): number[] {
  const others = [...labels].sort((a, b) => a.position - b.position || a.id - b.id).filter((one) => one.id !== id);
  return others.map((one) => one.id).toSpliced(place, 0, id);
}

type Use = Pick<CustomerLabel, 'customerCount' | 'areaCount'>;

/** What a label that is to be deleted is used for; null when it isn't. */
export function labelUse({ customerCount, areaCount }: Use, what: string): string | null {
  const covers = counted(areaCount, 'county or ZIP code', 'counties and ZIP codes');
  const have = counted(customerCount, 'customer has', 'customers have');
  const uses = [areaCount > 0 && `It covers ${covers}.`, customerCount > 0 && `${have} this ${what}.`].filter(Boolean);
  return uses.join(' ') || null;
}

/** The message when deleting a label in use, without saying where to move what has it. */
export function labelInUse(label: Use, what: string): string {
  const isOne = label.customerCount + label.areaCount === 1;
  return `${labelUse(label, what)} Choose what to move ${isOne ? 'it' : 'them'} to.`;
}

import { z } from 'zod';
import { anyOf, type Requirement } from '../access/ability';
import { type Endpoint, Id, post } from '../contract/endpoint';
import { formatNumber } from '../money';
import { MOST_BULK_ROWS } from './bulk-act';

/** One bulk action: its input, and who may do it. */
export interface ActDeclaration {
  /** What it does, as the audit log says it. */
  title: string;
  input: z.ZodObject;
  requires: Requirement;
}

type Acts = Record<string, ActDeclaration>;

/** What each row gets: the action's name with its input. */
type ActSchema<A extends Acts> = z.ZodDiscriminatedUnion<
  { [N in keyof A & string]: z.ZodObject<A[N]['input']['shape'] & { name: z.ZodLiteral<N> }> }[keyof A & string][],
  'name'
>;

const Ids = z
  .array(Id)
  .min(1, 'Select at least one')
  .max(MOST_BULK_ROWS, `Select at most ${formatNumber(MOST_BULK_ROWS)} at a time`);

/** Records by id, or everything matching the filters except a few. */
export const selectionOf = <F extends z.ZodType>(filters: F) =>
  z.union([z.strictObject({ ids: Ids }), z.strictObject({ filters, except: Ids.or(z.tuple([])).default([]) })]);

/** The reply once an action has started. */
export const Begun = z.strictObject({ id: Id, total: z.number().int() });

/** A call made by `bulkCall`. */
export type BulkEndpoint = Endpoint & { acts: Acts; requires: Requirement; returns: typeof Begun };

export type BulkSelection<F = unknown> = { ids: number[] } | { filters: F; except: number[] };

/**
 * Declares bulk actions on one kind of record: a POST that starts a job and replies with its id. `scope` is what the
 * list's search takes besides filters, such as the company. Progress is at `GET /bulk-acts/:id`.
 */
export function bulkCall<const P extends string, S extends z.ZodRawShape, F extends z.ZodType, const A extends Acts>(
  path: P,
  { summary, scope, filters, acts }: { summary: string; scope: S; filters: F; acts: A },
) {
  const each = Object.entries(acts).map(([name, { input }]) => input.extend({ name: z.literal(name) }));
  const requirements = Object.values(acts).map(({ requires }) => requires) as [Requirement, ...Requirement[]];
  // A union of one is not a valid union in zod.
  const choice = each.length === 1 ? each[0] : z.discriminatedUnion('name', each as never);
  const act = choice as unknown as ActSchema<A>;
  return {
    ...post(path, {
      summary,
      body: z.object({ ...scope, selection: selectionOf(filters), act }),
      returns: Begun,
      requires: anyOf(...requirements),
      audit: 'bulk-act',
      idempotent: true,
      // A job goes on with it as the person alone.
      byKey: false,
    }),
    acts,
  };
}

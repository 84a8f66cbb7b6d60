import { z } from 'zod';
import { anyOf, type Requirement } from '../access/ability';
import { type Endpoint, Id, post } from '../contract/endpoint';
import { MOST_BULK_ROWS } from './bulk-act';

/** One thing that can be done to many records: what it needs to know, and who may do it. */
export interface ActDeclaration {
  input: z.ZodObject;
  requires: Requirement;
}

type Acts = Record<string, ActDeclaration>;

/** What is asked of each row: the act's name, with its input. */
type ActSchema<A extends Acts> = z.ZodDiscriminatedUnion<
  { [N in keyof A & string]: z.ZodObject<A[N]['input']['shape'] & { name: z.ZodLiteral<N> }> }[keyof A & string][],
  'name'
>;

const Ids = z
  .array(Id)
  .min(1, 'Select at least one')
  .max(MOST_BULK_ROWS, `Select at most ${MOST_BULK_ROWS.toLocaleString('en-US')} at a time`);

/** Records by id, or all that pass the filters but a few. */
export const selectionOf = <F extends z.ZodType>(filters: F) =>
  z.union([z.strictObject({ ids: Ids }), z.strictObject({ filters, except: Ids.or(z.tuple([])).default([]) })]);

/** What answers that an act was begun. */
const Begun = z.strictObject({ id: Id, total: z.number().int() });

/** A call made by `bulkCall`. */
export type BulkEndpoint = Endpoint & { acts: Acts; requires: Requirement; returns: typeof Begun };

export type BulkSelection<F = unknown> = { ids: number[] } | { filters: F; except: number[] };

/**
 * Declares acts on many records of one kind: a POST that starts a job and answers with its id. `scope` is what the
 * list's search takes beside its filters, such as the company. `GET /bulk-acts/:id` then tells how far it is.
 */
export function bulkCall<const P extends string, S extends z.ZodRawShape, F extends z.ZodType, const A extends Acts>(
  path: P,
  { summary, scope, filters, acts }: { summary: string; scope: S; filters: F; acts: A },
) {
  const each = Object.entries(acts).map(([name, { input }]) => input.extend({ name: z.literal(name) }));
  const requirements = Object.values(acts).map(({ requires }) => requires) as [Requirement, ...Requirement[]];
  // A choice of one is none, in a schema too.
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
    }),
    acts,
  };
}

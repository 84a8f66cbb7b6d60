import { z } from 'zod';
import { onPlan, type Requirement } from '../access/ability';
import type { FacetsOf, FilterSet } from '../filters';
import { csv, get, Id, OrgScope, page, paging, search } from './endpoint';

/** Whose rows: the organization's, optionally one company's. */
export const ListScope = OrgScope.extend({ companyId: Id.optional() });

type Sorts = readonly [string, ...string[]];
type ListOptions<F extends FilterSet, S extends Sorts, R extends z.ZodType> = {
  summary: string;
  filters: F;
  sorts: S;
  /** Default sort, descending unless `sortDesc: false`. */
  sortBy: S[number];
  sortDesc?: boolean;
  row: R;
  requires: Requirement;
  /** See an endpoint's. */
  days?: 'reader';
};

/** A list searched by POST: filters, sort and page in the body. */
export function searchCall<const F extends FilterSet, const S extends Sorts, R extends z.ZodType>(
  path: string,
  { summary, filters, sorts, sortBy, sortDesc = true, row, requires, days }: ListOptions<F, S, R>,
) {
  const schema = filters.schema as F['schema'];
  return search(path, {
    summary,
    body: ListScope.extend({ filters: schema.default({} as never), ...paging(sorts, sortBy, sortDesc) }),
    returns: page(row),
    requires,
    ...(days && { days }),
    mayLag: true,
  });
}

/** The same of the whole organization: its rows have no company of the reader's. */
export function searchOrganization<const F extends FilterSet, const S extends Sorts, R extends z.ZodType>(
  path: string,
  options: ListOptions<F, S, R>,
) {
  const call = searchCall(path, options);
  return { ...call, body: call.body.omit({ companyId: true }) };
}

/** A list's filter choices; it must return every facet its filters name. */
export function facetsCall<const F extends FilterSet, R extends z.ZodObject<Record<FacetsOf<F>, z.ZodType>>>(
  path: string,
  {
    summary,
    returns,
    requires,
    days,
  }: { summary: string; filters: F; returns: R; requires: Requirement; days?: 'reader' },
) {
  return get(path, { summary, query: ListScope, returns, requires, ...(days && { days }), mayLag: true });
}

/** The file's columns by id, in order; all by default. */
export function headersOf<C extends object>(columns: C) {
  const ids = Object.keys(columns) as [keyof C & string, ...(keyof C & string)[]];
  return z
    .array(z.enum(ids))
    .min(1, 'Choose at least one column')
    .max(ids.length, 'Choose each column only once')
    .default(ids);
}

type Searching = { body: z.ZodObject; requires: Requirement; days?: 'reader' };

/** A csv file of every match of a search, not just the current page. */
export function exportCall<E extends Searching, C extends object>(
  path: string,
  { summary, of, columns }: { summary: string; of: E; columns: C },
) {
  type Body = z.ZodObject<E['body']['shape'] & { headers: ReturnType<typeof headersOf<C>> }>;
  const body = of.body.extend({ headers: headersOf(columns) }) as unknown as Body;
  const { requires, days } = of;
  return search(path, {
    summary,
    body,
    ...csv,
    requires: onPlan('csv-export', requires),
    ...(days && { days }),
    mayLag: true,
  });
}

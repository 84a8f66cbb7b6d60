import { z } from 'zod';
import { onPlan, type Requirement } from '../access/ability';
import { CompanyScope, Done, del, get, Id, IdParams, post, put, Version } from '../contract/endpoint';
import { type FilterSet, type FiltersOf, isSet } from '../filters';
import { lineOfText } from '../text';

/** Most saved views per person and list of a company. */
export const MOST_SAVED_VIEWS = 100;

/** How rows are shown other than as a list, such as a report's type and options, as in the address. */
const View = z
  .record(lineOfText().max(40), lineOfText().max(100))
  .refine((view) => Object.keys(view).length <= 20, 'Must have 20 options or fewer');
export type View = z.infer<typeof View>;

const ColumnId = lineOfText().min(1).max(60);
const MOST_COLUMNS = 200;
const perColumn = <T extends z.ZodType>(value: T) =>
  z
    .record(ColumnId, value)
    .refine((columns) => Object.keys(columns).length <= MOST_COLUMNS, `Must have ${MOST_COLUMNS} columns or fewer`);

/** A grid's columns and density, as differences from its declared columns. Without it, each person sees their own. */
const Layout = z.strictObject({
  /** The grid whose columns these are; a list and each of its reports have their own. */
  grid: lineOfText().min(1).max(60),
  order: z.array(ColumnId).max(MOST_COLUMNS),
  hidden: perColumn(z.boolean()),
  pinned: perColumn(z.boolean()),
  /** Pixels. */
  widths: perColumn(z.number().min(40).max(2000)),
  density: z.enum(['comfortable', 'compact']),
});
export type ViewLayout = z.infer<typeof Layout>;

const PageSize = z.number().int().min(25).max(250);

/**
 * A list's filters and sort, and what a saved search also remembers: how many rows a page has, and its columns.
 * Searches saved before there was a page size or layout have none. Without a view it is a list.
 */
export type ListSearch<Filters = object, Sort extends string = string> = {
  filters: Filters;
  sortBy: Sort;
  sortDesc: boolean;
  view?: View | undefined;
  itemsPerPage?: number | undefined;
  layout?: ViewLayout | undefined;
};

export type SavedView<Search = ListSearch> = {
  id: number;
  companyId: number;
  name: string;
  search: Search;
  version: number;
  /** Everyone who sees the list of its company can use it. */
  isShared: boolean;
  /** Only its owner changes it; `by` is their name. */
  isMine: boolean;
  by: string;
};

export const SavedViewName = lineOfText().min(1, 'Enter a name').max(80, 'Must be 80 characters or fewer');

type Sorts = readonly [string, ...string[]];

/** A list whose views can be saved: its name in the database, its filters and its sorts, the default first. */
type ViewedList<F extends FilterSet, S extends Sorts> = { list: string; filters: F; sorts: S; sortBy: S[number] };

/** Searches of a list, as stored and as read back. */
export function viewsOf<const F extends FilterSet, const S extends Sorts>({
  list,
  filters,
  sorts,
  sortBy,
}: ViewedList<F, S>) {
  type Search = ListSearch<FiltersOf<F>, S[number]>;
  const search = z.strictObject({
    filters: filters.schema,
    sortBy: z.enum(sorts),
    sortDesc: z.boolean(),
    view: View.optional(),
    itemsPerPage: PageSize.optional(),
    layout: Layout.optional(),
  }) as unknown as z.ZodType<Search, Search>;
  const sound = z.object({
    filters: z.record(z.string(), z.unknown()),
    sortBy: z.string(),
    sortDesc: z.boolean(),
    view: View.optional().catch(undefined),
    itemsPerPage: PageSize.optional().catch(undefined),
    layout: Layout.optional().catch(undefined),
  });
  return {
    list,
    search,
    draft: z.object({
      name: SavedViewName,
      search /** Stays as it is if not given. */,
      isShared: z.boolean().optional(),
    }),
    view: z.strictObject({
      id: Id,
      companyId: Id,
      name: z.string(),
      search,
      version: Version,
      isShared: z.boolean(),
      isMine: z.boolean(),
      by: z.string(),
    }),
    /** A stored search as far as the list still supports it: removed filters and sorts are ignored. */
    read(kept: unknown): Search {
      const { data } = sound.safeParse(kept);
      const known = sorts.includes(data?.sortBy ?? '');
      return {
        filters: filters.salvage(data?.filters ?? {}).filters as FiltersOf<F>,
        sortBy: known && data ? data.sortBy : sortBy,
        sortDesc: known && data ? data.sortDesc : true,
        ...(data?.view && { view: data.view }),
        ...(data?.itemsPerPage && { itemsPerPage: data.itemsPerPage }),
        ...(data?.layout && { layout: data.layout }),
      };
    },
  };
}

/** The result of `viewsOf` for any list. */
export type SavedViews<Search = ListSearch> = {
  list: string;
  search: z.ZodType<Search, Search>;
  draft: z.ZodObject<{
    name: typeof SavedViewName;
    search: z.ZodType<Search, Search>;
    isShared: z.ZodOptional<z.ZodBoolean>;
  }>;
  view: z.ZodType<SavedView<Search>, SavedView<Search>>;
  read(kept: unknown): Search;
};

/**
 * The calls for saved views of a list at `path`. Without saved searches in the plan, existing ones can still be used
 * and deleted. `of` names the rows.
 */
export function savedViewCalls<const P extends string, Search>(
  path: P,
  { views, of, requires }: { views: SavedViews<Search>; of: string; requires: Requirement },
) {
  const { draft, view } = views;
  const keeps = onPlan('saved-searches', requires);
  return {
    list: get(path, {
      summary: `Your saved searches of a company’s ${of} and those shared with the team, by name`,
      query: CompanyScope,
      returns: z.array(view),
      requires,
      byKey: false,
    }),
    get: get(`${path}/:id`, {
      summary: `One of your saved searches of ${of}, or one shared with you`,
      params: IdParams,
      returns: view,
      requires,
      byKey: false,
    }),
    create: post(path, {
      summary: `Save a search of ${of}`,
      body: CompanyScope.extend(draft.shape),
      returns: view,
      requires: keeps,
      byKey: false,
      audit: 'saved-search',
      idempotent: true,
    }),
    update: put(`${path}/:id`, {
      summary: `Change a saved search of ${of}; its name, sharing, or what it searches for`,
      params: IdParams,
      body: draft.extend({ version: Version }),
      returns: view,
      requires: keeps,
      byKey: false,
      audit: 'saved-search',
    }),
    remove: del(`${path}/:id`, {
      summary: `Delete a saved search of ${of}`,
      params: IdParams,
      returns: Done,
      requires,
      byKey: false,
      audit: 'saved-search',
    }),
  };
}

/**
 * Whether a saved search and what is shown are the same rows in the same order, view and page size. Ignores blanks, the
 * order filters were set in, and a page size that wasn't saved; columns are compared by `isSameLayout`.
 */
export function isSameSearch(saved: ListSearch, shown: ListSearch): boolean {
  const [size, now] = [saved.itemsPerPage, shown.itemsPerPage];
  return canonical(saved) === canonical(shown) && (size === undefined || now === undefined || size === now);
}

function canonical({ filters, sortBy, sortDesc, view = {} }: ListSearch): string {
  return JSON.stringify([set(filters), sortBy, sortDesc, set(view)]);
}

const set = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => isSet(value))
    .map(([field, value]) => [field, Array.isArray(value) ? [...value].map(String).sort() : value] as const)
    .sort(([one], [other]) => one.localeCompare(other));

/** Whether two layouts show the same columns, whatever the order they were changed in. */
export function isSameLayout(one: Omit<ViewLayout, 'grid'>, other: Omit<ViewLayout, 'grid'>): boolean {
  const parts = ({ order, hidden, pinned, widths, density }: Omit<ViewLayout, 'grid'>) =>
    JSON.stringify([order, set(hidden), set(pinned), set(widths), density]);
  return parts(one) === parts(other);
}

/** The parameter of a list's address that opens a saved search. */
export const OPEN_VIEW = 'openSearch';

/** A saved search's own address, for a list at this path. */
export const viewAddress = (path: string, id: number): string => `${path}?${OPEN_VIEW}=${id}`;

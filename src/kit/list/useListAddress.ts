import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { FilterErrors } from '../../../domain/filters';
import { type ListSearch, OPEN_VIEW } from '../../../domain/views/saved-view';
import { type FilterValues, useAddressState } from '../../ui/filters';
import type { GridState } from '../../ui/grid';

/** A list's filters, from `defineFilters`. */
export type ListFilters<F> = {
  fields: readonly { keys: readonly string[] }[];
  parse: (params: Iterable<readonly [string, string]>) => { filters: F; errors: FilterErrors };
};

/** A list's sorts, and its default. */
export type ListSorts<S extends string> = { by: readonly S[]; first: S; desc: boolean };

const NO_SORT: GridState['sort'] = [];

/** A list's state in the address; pages count from one there, as on screen. */
const addressSchema = <S extends string>(sorts: ListSorts<S> | undefined) =>
  z.object({
    page: z.number().int().min(1).max(100_000).default(1),
    itemsPerPage: z.number().int().min(25).max(250).default(25),
    sortBy: sorts ? z.enum(sorts.by as readonly [S, ...S[]]).default(sorts.first as never) : z.string().optional(),
    sortDesc: z.boolean().default(sorts?.desc ?? false),
    /** The saved view it started from; the list may have changed since. */
    savedSearchId: z.number().int().positive().optional(),
    /** The saved view to open: all that a view's own address has. */
    [OPEN_VIEW]: z.number().int().positive().optional(),
  });

/**
 * A list's filters, sort, page and view, kept in the address so each is a link and Back works. Pass stable objects, and
 * no `sorts` if the browser sorts. Damaged parts of a link are returned in `errors`. With the parameter `viewName` in
 * the address, rows are shown in another way, and the rest of the address is that view's options.
 */
export function useListAddress<F extends object, S extends string>(
  filterSet: ListFilters<F>,
  sorts?: ListSorts<S>,
  viewName?: string,
) {
  const [params] = useSearchParams();
  const schema = useMemo(() => addressSchema(sorts), [sorts]);
  const noFilters = useMemo(
    () => Object.fromEntries(filterSet.fields.flatMap(({ keys }) => keys.map((key) => [key, undefined]))),
    [filterSet],
  );
  const [address, changeAddress] = useAddressState(schema);
  const change = changeAddress as (changes: Readonly<Record<string, unknown>>, options?: { replace?: boolean }) => void;
  const { filters, errors } = useMemo(() => filterSet.parse(params), [filterSet, params]);
  const view = useMemo(() => {
    const options = [...params].filter(([name]) => !(name in noFilters || name in schema.shape));
    return viewName && params.has(viewName) ? Object.fromEntries(options) : undefined;
  }, [params, noFilters, schema, viewName]);
  const { page, itemsPerPage, sortDesc, savedSearchId } = address;
  const sortBy = address.sortBy as S;
  const isFirstSort = sortBy === sorts?.first && sortDesc === (sorts?.desc ?? false);

  const state = useMemo<GridState>(
    () => ({ page: page - 1, pageSize: itemsPerPage, sort: sortBy ? [{ id: sortBy, desc: sortDesc }] : NO_SORT }),
    [page, itemsPerPage, sortBy, sortDesc],
  );
  /** The page as its contract takes it. */
  const request = useMemo(
    () => ({ page: page - 1, itemsPerPage, ...(sortBy && { sortBy, sortDesc }), filters }),
    [page, itemsPerPage, sortBy, sortDesc, filters],
  );
  const onStateChange = useCallback(
    (next: GridState) => {
      // No sort means the default; the default sort reversed is stored explicitly.
      const sort = next.sort.at(-1) ?? (sorts && { id: sorts.first, desc: isFirstSort ? !sorts.desc : sorts.desc });
      change({ page: next.page + 1, itemsPerPage: next.pageSize, sortBy: sort?.id, sortDesc: sort?.desc ?? false });
    },
    [change, sorts, isFirstSort],
  );
  const setFilters = useCallback(
    (values: FilterValues, options: { replace?: boolean } = {}) =>
      change({ ...noFilters, ...values, page: 1 }, options),
    [change, noFilters],
  );
  const showView = useCallback(
    (
      { filters, sortBy, sortDesc, view: next, itemsPerPage: size }: ListSearch<F>,
      viewId?: number,
      options: { replace?: boolean } = {},
    ) => {
      const noView = Object.fromEntries(Object.keys(view ?? {}).map((name) => [name, undefined]));
      const paging = { page: 1, ...(size !== undefined && { itemsPerPage: size }) };
      const ids = { savedSearchId: viewId, [OPEN_VIEW]: undefined };
      change({ ...noView, ...next, ...noFilters, ...filters, sortBy, sortDesc, ...paging, ...ids }, options);
    },
    [change, noFilters, view],
  );
  const isAtStart = page === 1 && isFirstSort;
  const toStart = useCallback(() => {
    if (!isAtStart) change({ page: 1, sortBy: sorts?.first, sortDesc: sorts?.desc });
  }, [change, isAtStart, sorts]);
  const shown = view && { view };
  const search = { filters, sortBy, sortDesc, ...shown };
  /** Everything, in the view at hand. */
  const whole = { filters: {} as F, sortBy: sorts?.first as S, sortDesc: sorts?.desc ?? false, ...shown };

  return {
    state,
    onStateChange,
    request,
    filters,
    errors,
    setFilters,
    toStart,
    search,
    viewId: savedSearchId,
    openingId: address[OPEN_VIEW],
    showView,
    whole,
  };
}

export type ListAddress<F extends object, S extends string = string> = ReturnType<typeof useListAddress<F, S>>;

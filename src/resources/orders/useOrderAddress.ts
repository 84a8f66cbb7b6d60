import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { orderFilters, purchaseOrderFilters } from '../../../domain/orders/filters';
import type { OrderSearch } from '../../../domain/orders/saved-search';
import { type FilterValues, useAddressState } from '../../ui/filters';
import type { GridState } from '../../ui/grid';

type Declared = typeof orderFilters | typeof purchaseOrderFilters;

/** Everything an orders grid keeps in the address; pages count from one there, as on screen. */
const orderAddress = <S extends readonly [string, ...string[]]>(declared: Declared, sorts: S) =>
  z.object({
    ...declared.schema.shape,
    page: z.number().int().min(1).max(100_000).default(1),
    itemsPerPage: z.number().int().min(25).max(250).default(25),
    sortBy: z.enum(sorts).default('created' as never),
    sortDesc: z.boolean().default(true),
    /** The saved search it was begun from; what is shown may have moved on since. */
    savedSearchId: z.number().int().positive().optional(),
  });

/**
 * Filters, page and sort of an orders grid, kept in the address. Damaged parts of a link come back in `errors`. Both
 * arguments stay the same for as long as the screen lives.
 */
export function useOrderAddress<D extends Declared>(declared: D, sorts: readonly [string, ...string[]]) {
  const [params] = useSearchParams();
  const schema = useMemo(() => orderAddress(declared, sorts), [declared, sorts]);
  const noFilters = useMemo(
    () => Object.fromEntries(declared.fields.flatMap(({ keys }) => keys.map((key) => [key, undefined]))),
    [declared],
  );
  const [address, change] = useAddressState(schema);
  const { filters, errors } = useMemo(() => declared.parse(params) as ReturnType<D['parse']>, [declared, params]);
  const { page, itemsPerPage, sortBy, sortDesc, savedSearchId } = address;

  const state = useMemo<GridState>(
    () => ({ page: page - 1, pageSize: itemsPerPage, sort: [{ id: sortBy, desc: sortDesc }] }),
    [page, itemsPerPage, sortBy, sortDesc],
  );
  const onStateChange = useCallback(
    (next: GridState) => {
      // Without a sort the newest come first; asked for that of the newest first, the oldest do.
      const isNewest = sortBy === 'created' && sortDesc;
      const sort = next.sort.at(-1) ?? { id: 'created', desc: !isNewest };
      change({ page: next.page + 1, itemsPerPage: next.pageSize, sortBy: sort.id, sortDesc: sort.desc });
    },
    [change, sortBy, sortDesc],
  );
  const setFilters = useCallback(
    (values: FilterValues, options: { replace?: boolean } = {}) => {
      change({ ...noFilters, ...values, page: 1 }, options);
    },
    [change, noFilters],
  );
  const showSearch = useCallback(
    ({ filters, ...sort }: OrderSearch, savedSearchId?: number) => {
      change({ ...noFilters, ...filters, ...sort, page: 1, savedSearchId });
    },
    [change, noFilters],
  );
  const isAtNewest = page === 1 && sortBy === 'created' && sortDesc;
  const toNewest = useCallback(() => {
    if (!isAtNewest) change({ page: 1, sortBy: 'created', sortDesc: true });
  }, [change, isAtNewest]);

  return { state, onStateChange, filters, errors, setFilters, toNewest, savedSearchId, showSearch };
}

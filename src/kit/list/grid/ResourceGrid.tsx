import type { BaseRecord } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { messageOf } from '../../../providers/call/call-errors';
import { isPaged, type Resource } from '../../../providers/refine/resource';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import type { GridSort } from '../../../ui/grid';
import type { ListProps } from '../types';
import { forgetColumns } from './grid-preferences';
import { ListGrid } from './ListGrid';
import { type GridQuery, type ListRow, useGridQuery } from './useGridQuery';

type ServedProps<R> = ListProps<R> & {
  resource: Resource;
  /** Reads one row, null when gone: for rows on screen that changed and no longer match. */
  reread?: (row: R) => Promise<R | null>;
  /** What the list is of, such as a state, where its call takes that beside the filters. */
  where?: Readonly<Record<string, unknown>>;
  /** The earlier parameters of its path, such as the license its rows are of. */
  of?: Readonly<Record<string, string | number>>;
  /** What it is of is about to change: nothing is read until then. */
  isWaiting?: boolean;
  /** Whether a row matches the filters, when the list is loaded whole. */
  matches?: (row: R) => boolean;
};

/** All rows of a list; undefined while loading. */
export type AllRows<R> = Required<Pick<GridQuery<R>, 'rows' | 'error' | 'onRetry' | 'refreshing'>>;

type WholeProps<R> = ListProps<R> & AllRows<R> & { matches?: (row: R) => boolean };

export type ResourceGridProps<R> = ServedProps<R> | WholeProps<R>;

/**
 * A resource's list from one configuration: filters, sort, page and view in the address, personal columns, live rows,
 * exports, saved views, bulk actions, and a drawer for the open record. Lists paged by their contract are paged, filtered
 * and sorted by the server; lists returned whole, or given as `rows`, are filtered by `matches` and sorted in the browser.
 *
 *     function ZoneList() {
 *       const address = useListAddress(zoneFilters);
 *       return (
 *         <PageFrame title="Service zones" actions={<CreateButton label="Add zone" requires={zones.writes} />}>
 *           <ResourceGrid<Zone> resource={zones} label="Service zones" noun={['zone', 'zones']} columns={zoneColumns}
 *             nameOf={({ name }) => name} address={address} search={{ label: 'Find a zone', field: 'name' }}
 *             matches={(zone) => matches(zone, address.filters)} empty={{ title: 'No zones yet' }}
 *             drawer={({ row, onClose }) => <ZoneDrawer zone={row} onClose={onClose} />} />
 *         </PageFrame>
 *       );
 *     }
 */
export function ResourceGrid<R extends ListRow>(props: ResourceGridProps<R>) {
  if ('rows' in props) return <WholeGrid<R> {...props} />;
  return isPaged(props.resource) ? <ServedGrid<R> {...props} /> : <ReadGrid<R> {...props} />;
}

/** A list loaded whole, through Refine. */
function ReadGrid<R extends ListRow>(props: ServedProps<R>) {
  const { query, result } = useResourceList(props.resource);
  return (
    <WholeGrid<R>
      {...props}
      rows={query.data && (result.data as readonly BaseRecord[] as readonly R[])}
      error={query.error && messageOf(query.error)}
      onRetry={() => void query.refetch()}
      refreshing={query.isFetching && query.data !== undefined}
    />
  );
}

function ServedGrid<R extends ListRow>(props: ServedProps<R>) {
  const { resource, address } = props;
  const { state, onStateChange, request, toStart } = address;
  const asked = useMemo(
    () => ({ ...request, filters: { ...request.filters, ...props.where } }),
    [request, props.where],
  );
  const userId = useSession().user.id;
  const { newRows, showNew, isForbidden, ...list } = useGridQuery<R>({
    resource: resource.name,
    request: asked,
    reread: props.reread,
    of: props.of,
    isWaiting: address.openingId !== undefined || props.isWaiting === true,
  });
  useEffect(() => {
    if (isForbidden) forgetColumns(userId, resource.name);
  }, [isForbidden, userId, resource]);
  const onShow = () => {
    showNew();
    toStart();
  };
  return <ListGrid<R> {...props} list={{ ...list, state, onStateChange, notice: { count: newRows, onShow } }} />;
}

function WholeGrid<R extends ListRow>({ rows, error, onRetry, refreshing, matches, ...props }: WholeProps<R>) {
  const shown = useMemo(() => (matches ? rows?.filter(matches) : rows), [rows, matches]);
  const { state, onStateChange } = props.address;
  const onSortChange = (sort: readonly GridSort[]) => onStateChange({ ...state, sort });
  return (
    <ListGrid<R>
      {...props}
      all={rows}
      list={{ rows: shown, error, onRetry, refreshing, sort: state.sort, onSortChange }}
    />
  );
}

import { useEffect, useMemo } from 'react';
import { useSession } from '../../providers/session';
import type { GridSort } from '../../ui/grid';
import { forgetColumns } from './grid-preferences';
import { ListGrid } from './ListGrid';
import type { ListProps } from './types';
import { type GridQuery, type ListRow, useGridQuery } from './useGridQuery';

type ServedProps<R> = ListProps<R> & {
  /** Reads one row by itself, null when it is gone: for rows on screen that changed and match no more. */
  reread?: (row: R) => Promise<R | null>;
};

/** All rows of a list, as the browser has them; undefined until they are there. */
export type AllRows<R> = Required<Pick<GridQuery<R>, 'rows' | 'error' | 'onRetry' | 'refreshing'>>;

type WholeProps<R> = ListProps<R> & AllRows<R> & { matches?: (row: R) => boolean };

export type ResourceGridProps<R> = ServedProps<R> | WholeProps<R>;

/**
 * The list of a resource from one configuration: filters, sort, page and view in the address, columns as each person
 * left them, live rows, exports, saved views, acts on many, and the record opened beside it. The server pages unless all
 * `rows` are given: those are narrowed by `matches` and sorted in the browser.
 */
export function ResourceGrid<R extends ListRow>(props: ResourceGridProps<R>) {
  return 'rows' in props ? <WholeGrid<R> {...props} /> : <ServedGrid<R> {...props} />;
}

function ServedGrid<R extends ListRow>(props: ServedProps<R>) {
  const { resource, address } = props;
  const { state, onStateChange, filters, toStart } = address;
  const userId = useSession().user.id;
  const { newRows, showNew, isForbidden, ...list } = useGridQuery<R>({
    resource,
    state,
    filters,
    reread: props.reread,
  });
  useEffect(() => {
    if (isForbidden) forgetColumns(userId, resource);
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

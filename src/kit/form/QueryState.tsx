import type { ReactNode } from 'react';
import { messageOf } from '../../providers/call-errors';
import { EmptyState, type EmptyStateProps, ErrorState, Skeleton } from '../../ui/states';

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

export type QueryStateProps<T> = {
  query: Query<T>;
  /** What stands there while it is read; a bar unless said. */
  skeleton?: ReactNode;
  /** What an answer with nothing in it shows; an empty list unless `isEmpty` says otherwise. */
  empty?: EmptyStateProps | ReactNode;
  isEmpty?: (data: T) => boolean;
  /** The sentence for an error that has none of its own. */
  failure?: string;
  children: (data: T) => ReactNode;
};

/** What a query has to show: that it is read, that it failed and can be tried again, that nothing is there, or the answer. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, skeleton = <Skeleton height="48px" />, empty, isEmpty = hasNothing, failure, children } = props;
  const { data, error } = query;
  if (data === undefined) {
    if (!error) return skeleton;
    return <ErrorState message={messageOf(error, failure)} onRetry={() => void query.refetch()} />;
  }
  if (empty !== undefined && isEmpty(data)) return isProps(empty) ? <EmptyState {...empty} /> : empty;
  return children(data);
}

/** An empty array, or a page with none in it. */
function hasNothing(data: unknown): boolean {
  const { data: page, results } = (data ?? {}) as { data?: unknown; results?: unknown };
  return [data, page, results].some((rows) => Array.isArray(rows) && rows.length === 0);
}

const isProps = (empty: EmptyStateProps | ReactNode): empty is EmptyStateProps =>
  typeof empty === 'object' && empty !== null && 'title' in empty;

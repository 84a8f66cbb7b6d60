import type { ReactNode } from 'react';
import { messageOf } from '../../providers/call/call-errors';
import { EmptyState, type EmptyStateProps, ErrorState, Skeleton } from '../../ui/states';

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

export type QueryStateProps<T> = {
  query: Query<T>;
  /** The placeholder while loading; a bar by default. */
  skeleton?: ReactNode;
  /** Shown for an empty reply; `isEmpty` defaults to an empty list. */
  empty?: EmptyStateProps | ReactNode;
  isEmpty?: (data: T) => boolean;
  /** The message for errors without their own. */
  failure?: string;
  children: (data: T) => ReactNode;
};

/** A query's state: loading, failed with retry, empty, or the data. */
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

/** An empty array, or a page without results. */
function hasNothing(data: unknown): boolean {
  const { data: page, results } = (data ?? {}) as { data?: unknown; results?: unknown };
  return [data, page, results].some((rows) => Array.isArray(rows) && rows.length === 0);
}

const isProps = (empty: EmptyStateProps | ReactNode): empty is EmptyStateProps =>
  typeof empty === 'object' && empty !== null && 'title' in empty;

import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * A query client that answers a change with what was read after it. TanStack Query lets a first read that is under way
 * stand when it is invalidated, and Refine lets any: what was asked before a write could then pass for the state after it.
 */
export class FreshQueryClient extends QueryClient {
  /** Marks what matches as old, and reads what of it is on screen again, also where it is being read just now. */
  override invalidateQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    const readAgain = filters.refetchType ?? filters.type ?? 'active';
    if (readAgain === 'active' || readAgain === 'all') {
      for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' })) {
        const isFirstRead = query.state.data === undefined && query.state.fetchStatus === 'fetching';
        if (isFirstRead) void query.cancel({ silent: true });
      }
    }
    return super.invalidateQueries(filters);
  }

  /** Reads again what may be old and is on screen, unless it is being read just now. */
  reviewQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    return super.invalidateQueries(filters, { cancelRefetch: false });
  }
}

import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * A query client that never takes a read from before a change as its result. On invalidation, TanStack Query keeps a
 * pending first read, and Refine any pending read, so a read from before a write could pass for the state after it.
 */
export class FreshQueryClient extends QueryClient {
  /** Marks matches as stale, and refetches those on screen, even if a read is pending. */
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

  /** Refetches stale queries on screen, unless a read is pending. */
  reviewQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    return super.invalidateQueries(filters, { cancelRefetch: false });
  }
}

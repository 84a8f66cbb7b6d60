import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';

/**
 * A query client that never keeps a read from before a change as its result. On invalidation, TanStack Query keeps a
 * pending first read, and Refine any pending read, so a read from before a write could pass for the state after it.
 *
 * A read is started over once at most: when changes come faster than replies, it completes, is shown, and is repeated.
 */
export class FreshQueryClient extends QueryClient {
  readonly #startedOver = new Set<Query>();
  readonly #repeated = new Map<Query, Promise<void>>();

  /** Marks matches as stale, and refetches those on screen, even if a read is pending. */
  override async invalidateQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    const readAgain = filters.refetchType ?? filters.type ?? 'active';
    if (readAgain !== 'active' && readAgain !== 'all') return super.invalidateQueries(filters);
    const reading = this.getQueryCache()
      .findAll({ ...filters, type: 'active' })
      .filter(({ state }) => state.fetchStatus === 'fetching');
    const repeated = new Set(reading.filter((query) => this.#startedOver.has(query)));
    for (const query of reading) if (!repeated.has(query)) this.#startOver(query);
    const others = (query: Query) => !repeated.has(query) && (filters.predicate?.(query) ?? true);
    await Promise.all([
      super.invalidateQueries({ ...filters, predicate: others }),
      ...[...repeated].map((query) => this.#repeat(query)),
    ]);
  }

  /** Refetches stale queries on screen, unless a read is pending. */
  reviewQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    return super.invalidateQueries(filters, { cancelRefetch: false });
  }

  #startOver(query: Query): void {
    this.#startedOver.add(query);
    const unsubscribe = this.getQueryCache().subscribe((event) => {
      const isOver = event.type === 'updated' && ['success', 'error'].includes(event.action.type);
      if (event.query !== query || !(isOver || event.type === 'removed')) return;
      this.#startedOver.delete(query);
      unsubscribe();
    });
    if (query.state.data === undefined) void query.cancel({ silent: true });
  }

  /** Reads again once the pending read is over; several changes until then need one. */
  #repeat(query: Query): Promise<void> {
    const known = this.#repeated.get(query);
    if (known) return known;
    const repeat = (query.promise ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#repeated.delete(query);
        return this.invalidateQueries({ queryKey: query.queryKey, exact: true });
      });
    this.#repeated.set(query, repeat);
    return repeat;
  }
}

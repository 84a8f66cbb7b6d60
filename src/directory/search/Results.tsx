import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MOST_LISTINGS } from '../../../domain/directory/best-match';
import { formatNumber } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { messageOf } from '../../providers/call/call-errors';
import { Button } from '../../ui/Button';
import { EmptyState, ErrorState } from '../../ui/states';
import css from '../directory.module.css';
import { ListingRows, ListingRowsSkeleton } from '../ListingRows';
import type { DirectoryAddress } from './useDirectoryAddress';
import { useSearch } from './useSearch';

/** What the search finds, endless up to its limit. */
export function Results({ address }: { address: DirectoryAddress }) {
  const { searchTerm, isLocked, states, types, commit, search } = address;
  const { search: left } = useLocation();
  const query = useSearch(address);
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!data) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />;
    return <ListingRowsSkeleton />;
  }
  const listings = data.pages.flatMap(({ results }) => results);
  const count = data.pages[0]?.resultCount ?? 0;
  const isNarrowed = states.length + types.length > 0;
  const said = count > MOST_LISTINGS ? `More than ${formatNumber(MOST_LISTINGS)} listings` : counted(count, 'listing');
  if (listings.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={searchTerm ? `Nothing matches “${searchTerm}”` : 'No listings here yet'}
        hint="Search by name, license number or business."
        action={
          <span className={css.acts}>
            {isNarrowed && !isLocked && (
              <Button onClick={() => commit({ states: [], types: [] }, false)}>Search without filters</Button>
            )}
            {searchTerm && <Button onClick={() => search('')}>Show all listings</Button>}
          </span>
        }
      />
    );
  }
  const isEnded = !hasNextPage && count > listings.length;
  return (
    <>
      <p role="status" className="muted">
        {said}
      </p>
      <ListingRows
        label="Results"
        listings={listings}
        from="search"
        back={{ label: 'Directory', to: `/directory${left}` }}
        isStale={query.isPlaceholderData}
      />
      {hasNextPage && (
        <More isLoading={isFetchingNextPage} isStopped={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      {isFetchNextPageError && <p role="alert">{messageOf(error)}</p>}
      {isEnded && (
        <p className={css.note}>These are the first {formatNumber(MOST_LISTINGS)}. Search or filter to narrow them.</p>
      )}
    </>
  );
}

type MoreProps = { isLoading: boolean; isStopped: boolean; onMore: () => void };

/** Asks for more when it comes into view, or is pressed. */
function More({ isLoading, isStopped, onMore }: MoreProps) {
  const ref = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const { current } = ref;
    if (!current || isLoading || isStopped) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current());
    observer.observe(current);
    return () => observer.disconnect();
  }, [isLoading, isStopped]);
  return (
    <div ref={ref} className={css.more}>
      <Button busy={isLoading} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}

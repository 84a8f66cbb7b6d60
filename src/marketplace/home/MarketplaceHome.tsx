import { lazy, Suspense } from 'react';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import { PageFrame } from '../../ui/PageFrame';
import { ErrorState, Skeleton } from '../../ui/states';
import css from '../marketplace.module.css';
import { listings } from '../resource';
import { BrandCards, BrandCardsSkeleton } from './BrandCards';
import { useHasFirstSteps } from './first-steps';
import { HomeFilters } from './HomeFilters';
import { HomeSections } from './HomeSections';
import { MarketplaceSearch } from './MarketplaceSearch';
import searchCss from './MarketplaceSearch.module.css';
import { PAGE_SIZE, Pager } from './Pager';
import { useHomeAddress } from './useHomeAddress';

/** Few organizations still need it. */
const FirstSteps = lazy(() => import('./FirstSteps'));
const NothingFound = lazy(() => import('./NothingFound'));
/** Shown with a search alone. */
const FoundProducts = lazy(() => import('./FoundProducts'));

/** Brands to buy from: featured ones, then all of a state or the search results, with the products found. */
export default function MarketplaceHome() {
  const address = useHomeAddress();
  const { search, state, kind, sort, page } = address;
  const filters = {
    ...(search ? { searchTerm: search } : {}),
    ...(state ? { usStates: [state] } : {}),
    ...(kind ? { licenseTypes: [kind] } : {}),
    ...(sort ? { sort } : {}),
  };
  const { query, result } = useResourceList(listings, {
    page: page - 1,
    itemsPerPage: PAGE_SIZE,
    filters,
    keepsPrevious: true,
  });
  const hasFirstSteps = useHasFirstSteps();
  const isHome = !search && page === 1;
  const where = state ? `in ${state}` : 'in all states';
  return (
    <PageFrame title="Marketplace" busy={query.isFetching && !query.isPending}>
      {hasFirstSteps && (
        <Suspense fallback={<Skeleton height="240px" />}>
          <FirstSteps />
        </Suspense>
      )}
      <div className={css.homeBar}>
        <MarketplaceSearch className={searchCss.searchPage} />
        <HomeFilters address={address} />
      </div>
      <HomeSections state={state} isHome={isHome}>
        {search && page === 1 && (
          <Suspense>
            <FoundProducts search={search} filters={filters} />
          </Suspense>
        )}
        <section className={css.section} aria-labelledby="all-brands">
          <h2 id="all-brands">{search ? `Brands matching “${search}” ${where}` : `All brands ${where}`}</h2>
          {query.isPending && <BrandCardsSkeleton />}
          {query.isError && !query.data && (
            <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          )}
          {query.data && result.data.length === 0 && (
            <Suspense>
              <NothingFound address={address} />
            </Suspense>
          )}
          {result.data.length > 0 && (
            <>
              <BrandCards listings={result.data} isStale={query.isPlaceholderData} />
              <Pager page={page} count={result.total ?? 0} />
            </>
          )}
        </section>
      </HomeSections>
    </PageFrame>
  );
}

import { lazy, Suspense } from 'react';
import { messageOf } from '../providers/call-errors';
import { useResourceList } from '../providers/use-resource';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { useChangeSearch, without } from '../ui/useChangeSearch';
import { BrandCards, BrandCardsSkeleton } from './BrandCards';
import { useHasFirstSteps } from './first-steps';
import { HomeFilters } from './HomeFilters';
import { MarketplaceSearch } from './MarketplaceSearch';
import searchCss from './MarketplaceSearch.module.css';
import css from './marketplace.module.css';
import { PAGE_SIZE, Pager } from './Pager';
import { featuredBrands, listings } from './resource';
import { type HomeAddress, useHomeAddress } from './useHomeAddress';

/** Few organizations still need it. */
const FirstSteps = lazy(() => import('./FirstSteps'));
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
      {!search && page === 1 && <Featured state={state} />}
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
        {query.data && result.data.length === 0 && <NothingFound address={address} />}
        {result.data.length > 0 && (
          <>
            <BrandCards listings={result.data} isStale={query.isPlaceholderData} />
            <Pager page={page} count={result.total ?? 0} />
          </>
        )}
      </section>
    </PageFrame>
  );
}

function Featured({ state }: { state: string }) {
  const filters = state ? { usStateAbbv: state } : {};
  const { query: featured, result } = useResourceList(featuredBrands, { filters, keepsPrevious: true });
  if (featured.isError || featured.data?.data.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="featured-brands">
      <h2 id="featured-brands">Featured brands</h2>
      {featured.data ? (
        <BrandCards listings={result.data} isStale={featured.isPlaceholderData} />
      ) : (
        <BrandCardsSkeleton count={3} />
      )}
    </section>
  );
}

function NothingFound({ address: { search, state, kind, set } }: { address: HomeAddress }) {
  const changeSearch = useChangeSearch();
  const acts = (
    <span className={css.actions}>
      {state && <Button onClick={() => set('state', '')}>Search all states</Button>}
      {kind && <Button onClick={() => set('kind', '')}>Search all businesses</Button>}
      {search && <Button onClick={() => changeSearch(without('search', 'page'))}>Show all brands</Button>}
    </span>
  );
  if (search)
    return (
      <>
        <p className="muted">
          No brands match “{search}”{state && ` in ${state}`}. Search by brand, product, strain or business.
        </p>
        {acts}
      </>
    );
  return (
    <EmptyState icon="store" title="No brands here yet" hint={state && 'Try searching all states.'} action={acts} />
  );
}

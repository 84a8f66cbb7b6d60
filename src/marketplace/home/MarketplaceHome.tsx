import { lazy, Suspense, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import { COUNT_CAP } from '../../../domain/contract/endpoint';
import { LISTING_SORTS } from '../../../domain/directory/sorts';
import { formatNumber } from '../../../domain/money';
import { reference } from '../../../domain/session/contract';
import { messageOf } from '../../providers/call/call-errors';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceList } from '../../providers/refine/use-resource';
import { settings } from '../../providers/settings';
import { Field, Select } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { PageFrame } from '../../ui/PageFrame';
import { ErrorState, Skeleton } from '../../ui/states';
import css from '../marketplace.module.css';
import { listings } from '../resource';
import { BrandCards, BrandCardsSkeleton } from './BrandCards';
import { useHasFirstSteps } from './first-steps';
import { HomeSections } from './HomeSections';
import { MarketplaceSearch } from './MarketplaceSearch';
import searchCss from './MarketplaceSearch.module.css';
import { type HomeAddress, useHomeAddress } from './useHomeAddress';

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
        <MarketplaceSearch className={searchCss.searchPage} searched={search} />
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

const HOUR_MS = 3_600_000;
const KINDS = Object.entries(COMPANY_TYPES).map(([value, { label }]) => ({ value, label }));
const SORTS = Object.entries(LISTING_SORTS).map(([value, label]) => ({ value, label }));

/** What narrows and sorts the marketplace: a state, a kind of business, and the order. Visitors see how to unlock them. */
function HomeFilters({ address: { state, kind, sort, isLocked, set } }: { address: HomeAddress }) {
  const why = useId();
  const { data = [] } = useCallQuery(reference.usStates, {}, { staleTime: HOUR_MS });
  const active = data.filter((one) => one.active || one.ansiAbbrevation === state);
  const states = active.map((one) => ({ value: one.ansiAbbrevation, label: one.unabbreviatedName }));
  const shown = states.length === 0 && state ? [{ value: state, label: state }] : states;
  const choices = [
    { name: 'state', label: 'State', placeholder: 'All states', options: shown, value: state },
    { name: 'kind', label: 'Kind of business', placeholder: 'All businesses', options: KINDS, value: kind },
    { name: 'sort', label: 'Sort by', placeholder: 'Best match', options: SORTS, value: sort },
  ] as const;
  return (
    <>
      {choices.map(({ name, label, ...select }) => (
        <Field key={name} label={label} labelHidden>
          <Select
            {...select}
            {...(isLocked && { disabled: true, 'aria-describedby': why })}
            onChange={(event) => set(name, event.target.value)}
          />
        </Field>
      ))}
      {isLocked && (
        <p id={why} className={`${css.locked} muted small`}>
          {settings.signUp === 'open' && (
            <>
              <Link to="/signup">Sign up</Link> or{' '}
            </>
          )}
          <Link to="/login?returnTo=%2Fmarketplace">Login</Link> to unlock filters/sorting
        </p>
      )}
    </>
  );
}

const PAGE_SIZE = 25;

/** Links to the previous and next page; `page` is one-based. Hidden with a single page. */
function Pager({ page, count }: { page: number; count: number }) {
  const [params] = useSearchParams();
  const pages = Math.max(1, Math.ceil(Math.min(count, COUNT_CAP) / PAGE_SIZE));
  if (pages === 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(target));
    return { search: String(next) };
  };
  const total = count > COUNT_CAP ? `more than ${formatNumber(COUNT_CAP)}` : formatNumber(count);
  return (
    <nav className={css.pager} aria-label="Pages">
      {page > 1 && (
        <Link className="v-button" to={to(page - 1)} rel="prev">
          <Icon name="chevronLeft" size={18} />
          Previous
        </Link>
      )}
      <span>
        {(page - 1) * PAGE_SIZE + 1}–{Math.min(page * PAGE_SIZE, count)} of {total}
      </span>
      {page < pages && (
        <Link className="v-button" to={to(page + 1)} rel="next">
          Next
          <Icon name="chevronRight" size={18} />
        </Link>
      )}
    </nav>
  );
}

import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/states';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import css from '../marketplace.module.css';
import type { HomeAddress } from './useHomeAddress';

/** What to do where no brand is found. */
export default function NothingFound({ address: { search, state, kind, set } }: { address: HomeAddress }) {
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

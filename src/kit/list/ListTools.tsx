import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { stillOffered } from '../../../domain/filters';
import { showSnack } from '../../providers/snackbar';
import { FilterBar } from '../../ui/filters';
import { lazyDialog } from '../../ui/lazy';
import { leaveList } from './list-place';
import { QuickSearch } from './QuickSearch';
import type { ListToolsProps } from './types';
import { SavedViewMenu } from './views/SavedViewMenu';

const SavedViewDialogs = lazyDialog(async () => (await import('./views/SavedViewDialogs')).SavedViewDialogs);

/** Milliseconds without typing before in-memory rows are searched. */
const PAUSE_HERE_MS = 100;

/** What finds a list's records, for the toolbar of whatever shows them: search, saved views and filters. */
export function ListTools({ noun, address, isServed = true, views, children, ...props }: ListToolsProps) {
  const { filters, errors, setFilters } = address;
  const { search, pathname } = useLocation();
  useEffect(() => leaveList(pathname, search), [pathname, search]);
  const declared = props.filters;
  useEffect(() => {
    const offered = declared ? stillOffered(declared, filters, props.facets) : filters;
    if (offered === filters || !declared) return;
    const gone = declared.fields.filter(({ id }) => filters[id] !== offered[id]).map(({ label }) => `“${label}”`);
    setFilters(offered, { replace: true });
    showSnack({
      key: 'filters-gone',
      status: 'info',
      message: `We removed choices from ${gone.join(', ')} that don’t exist anymore or that you can’t see.`,
    });
  }, [declared, filters, props.facets, setFilters]);
  return (
    <>
      {props.search && (
        <QuickSearch
          {...props.search}
          {...(isServed ? {} : { pauseMs: PAUSE_HERE_MS })}
          filters={filters}
          onChange={setFilters}
        />
      )}
      {views?.isOffered && <SavedViewMenu views={views} many={noun[1]} onNear={SavedViewDialogs.prefetch} />}
      {children}
      {declared && (
        <FilterBar filters={declared} facets={props.facets} values={filters} errors={errors} onApply={setFilters} />
      )}
      {views?.question && <SavedViewDialogs.Part views={views} many={noun[1]} onClose={() => views.ask(null)} />}
    </>
  );
}

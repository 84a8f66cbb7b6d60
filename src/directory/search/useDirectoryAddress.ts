import { useSearchParams } from 'react-router';
import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import { ListingSort } from '../../../domain/directory/listing';
import { useSessionState } from '../../providers/session';
import { useChangeSearch } from '../../ui/useChangeSearch';

/** Under which names this browser keeps what was chosen last in the marketplace, or saved here: either begins with it. */
const KEPT = { states: 'US_STATE_FILTER', types: 'LICENSE_TYPE_FILTER', sort: 'SORT_FIELD' } as const;
type Kept = keyof typeof KEPT;
const ALL = 'all';

/** What was saved here, whatever is chosen in the marketplace since; else what both begin with. */
const keptOf = (name: Kept) => localStorage.getItem(`DIRECTORY_${KEPT[name]}`) ?? localStorage.getItem(KEPT[name]);

/** Saves a value here; the marketplace, which has one of each, begins with it unless there are several. */
function keep(name: Kept, value: string) {
  localStorage.setItem(`DIRECTORY_${KEPT[name]}`, value);
  if (!value.includes(',')) localStorage.setItem(KEPT[name], value);
}

export type DirectoryFilters = { states: readonly string[]; types: readonly string[] };

export type DirectoryAddress = DirectoryFilters & {
  searchTerm: string;
  /** '' for the best match. */
  sort: ListingSort | '';
  /** A visitor’s filters and sort are locked: they see all of it, best matches first, whatever a link says. */
  isLocked: boolean;
  /** Searches for another term; '' for none. */
  search: (term: string) => void;
  setSort: (sort: string) => void;
  /** Narrows to these; `keeps` also makes them, and the sort, what this browser begins with. */
  commit: (filters: DirectoryFilters, keeps: boolean) => void;
};

const listOf = (text: string) => (text === ALL ? [] : text.toUpperCase().split(',').filter(Boolean));

/** The directory's search, filters and sort, as the address has them, else as they were saved. */
export function useDirectoryAddress(): DirectoryAddress {
  const isLocked = useSessionState().status !== 'signed-in';
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const read = (name: Kept) => (isLocked ? '' : (params.get(name) ?? keptOf(name) ?? ''));
  const sort = ListingSort.safeParse(read('sort'));
  const change = (values: Readonly<Record<string, string>>) =>
    changeSearch((current) => {
      for (const [name, value] of Object.entries(values)) {
        if (value) current.set(name, value);
        else current.delete(name);
      }
      return current;
    });
  return {
    searchTerm: params.get('searchTerm')?.trim().slice(0, 100) ?? '',
    states: listOf(read('states')).filter((state) => /^[A-Z]{2}$/.test(state)),
    types: listOf(read('types')).filter((type) => Object.hasOwn(COMPANY_TYPES, type)),
    sort: sort.success ? sort.data : '',
    isLocked,
    search: (term) => change({ searchTerm: term.trim().slice(0, 100) }),
    setSort: (next) => change({ sort: next || ALL }),
    commit: ({ states, types }, keeps) => {
      const values = { states: states.join(',') || ALL, types: types.join(',') || ALL };
      change(values);
      if (!keeps) return;
      keep('states', values.states);
      keep('types', values.types);
      keep('sort', sort.success ? sort.data : ALL);
    },
  };
}

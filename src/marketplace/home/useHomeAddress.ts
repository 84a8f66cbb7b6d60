import { useSearchParams } from 'react-router';
import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import { LISTING_SORTS, type ListingSort } from '../../../domain/directory/sorts';
import { useSessionState } from '../../providers/session';
import { useChangeSearch } from '../../ui/useChangeSearch';

const ALL = 'all';
/** Under which names this browser keeps the last choice of each filter. */
const KEPT = { state: 'US_STATE_FILTER', kind: 'LICENSE_TYPE_FILTER', sort: 'SORT_FIELD' } as const;
type Filter = keyof typeof KEPT;

export type HomeAddress = {
  search: string;
  /** Two letters; '' for all states. The last choice in this browser, initially the buyer license's state. */
  state: string;
  /** A kind of license; '' for all. The last choice in this browser, as is the sort. */
  kind: string;
  /** '' for the best match. */
  sort: ListingSort | '';
  /** One-based. */
  page: number;
  /** A visitor’s filters and sort are locked: they see all of it, best matches first, whatever a link says. */
  isLocked: boolean;
  set: (filter: Filter, value: string) => void;
};

/** The marketplace's filters, kept in the address; each is also remembered. */
export function useHomeAddress(): HomeAddress {
  const session = useSessionState();
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const own = (session.status === 'signed-in' && session.buyerLicense?.license.state.ansiAbbrevation) || '';
  const isLocked = session.status === 'signed-out';
  const read = (filter: Filter, first: string) => {
    if (isLocked) return '';
    const asked = params.get(filter) ?? localStorage.getItem(KEPT[filter]);
    return asked === null ? first : asked === ALL ? '' : asked;
  };
  const state = read('state', own).toUpperCase();
  const kind = read('kind', '').toUpperCase();
  const sort = read('sort', '');
  return {
    search: params.get('search')?.trim().slice(0, 100) ?? '',
    state: /^([A-Z]{2})?$/.test(state) ? state : own,
    kind: Object.hasOwn(COMPANY_TYPES, kind) ? kind : '',
    sort: Object.hasOwn(LISTING_SORTS, sort) ? (sort as ListingSort) : '',
    page: Math.min(1000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    isLocked,
    set: (filter, value) => {
      localStorage.setItem(KEPT[filter], value || ALL);
      changeSearch((current) => {
        current.delete('page');
        current.set(filter, value || ALL);
        return current;
      });
    },
  };
}

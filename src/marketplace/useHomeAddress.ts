import { useSearchParams } from 'react-router';
import { useSession } from '../providers/session';
import { useChangeSearch } from '../ui/useChangeSearch';

const ALL = 'all';
const KEPT = 'US_STATE_FILTER';

export type HomeAddress = {
  search: string;
  /** Two letters; '' for all states. The last choice in this browser, initially the buyer license's state. */
  state: string;
  /** One-based. */
  page: number;
  setState: (state: string) => void;
};

/** The marketplace's filters, kept in the address; the state is also remembered. */
export function useHomeAddress(): HomeAddress {
  const { buyerLicense } = useSession();
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const own = buyerLicense?.license.state.ansiAbbrevation ?? '';
  const asked = params.get('state') ?? localStorage.getItem(KEPT);
  const state = asked === null ? own : asked === ALL ? '' : asked.toUpperCase();
  return {
    search: params.get('search')?.trim().slice(0, 100) ?? '',
    state: /^([A-Z]{2})?$/.test(state) ? state : own,
    page: Math.min(1000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    setState: (next) => {
      localStorage.setItem(KEPT, next || ALL);
      changeSearch((current) => {
        current.delete('page');
        current.set('state', next || ALL);
        return current;
      });
    },
  };
}

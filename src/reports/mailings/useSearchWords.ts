import { chipsOf } from '../../../domain/filters';
import { orders } from '../../../domain/orders/contract';
import { orderFilters } from '../../../domain/orders/filters';
import { type MailedSearch, reportTitle } from '../../../domain/reports/mailing';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';

const FRESH_MS = 60_000;

/** Says what an emailed report shows: its name and its filters. */
export function useSearchWords(): (search: MailedSearch) => string {
  const { scope } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const { data } = useCallQuery(orders.facets, { query }, { staleTime: FRESH_MS });
  return ({ filters, viewOptions }) =>
    [reportTitle(viewOptions), ...chipsOf(orderFilters, filters, data).map(({ text }) => text)].join(' · ');
}

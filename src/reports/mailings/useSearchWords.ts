import { chipsOf } from '../../../domain/filters';
import { orders } from '../../../domain/orders/contract';
import { type OrderFilters, orderFilters } from '../../../domain/orders/filters';
import { type Mailing, reportTitle } from '../../../domain/reports/mailing';
import type { ReportView } from '../../../domain/reports/view';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { countedZone } from '../../ui/reader-dates';

const FRESH_MS = 60_000;

/** A report, or without options the orders themselves. */
export type Shown = { filters: OrderFilters; viewOptions?: ReportView };

/** Says what an emailed search of orders shows: the report's name, and its filters. */
export function useSearchWords(): (shown: Shown) => string {
  const { scope } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const { data } = useCallQuery(orders.facets, { query }, { staleTime: FRESH_MS });
  return ({ filters, viewOptions }) =>
    [
      viewOptions ? reportTitle(viewOptions) : 'Orders',
      ...chipsOf(orderFilters, filters, countedZone(), data).map(({ text }) => text),
    ].join(' · ');
}

/** What is emailed, in words: a report by what it shows, a saved search by its name. */
export function subjectText({ search, savedSearch }: Mailing, wordsOf: (shown: Shown) => string): string {
  if (search) return wordsOf(search);
  return savedSearch?.name ? `Saved search “${savedSearch.name}”` : 'Saved search';
}

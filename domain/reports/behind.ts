import { type Day, dayOf, endOfDay, resolveInstants, startOfDay } from '../dates';
import { type OrderFilters, orderFilters } from '../orders/filters';
import { ACTIVE_STATUSES } from '../orders/status';
import type { Period } from './periods';

/** The search that lists just the orders a report on another search counts: those of active statuses. */
export function countedOrders(filters: OrderFilters): OrderFilters {
  const { statuses = ACTIVE_STATUSES } = filters;
  return { ...filters, statuses: statuses.filter((status) => ACTIVE_STATUSES.includes(status)) };
}

/** The same of one of its periods; what the search covers of it, to the second. */
export function countedOrdersOf(filters: OrderFilters, period: Period, now: Date, timeZone: string): OrderFilters {
  const { createdRel: _, ...rest } = countedOrders(filters);
  const { from, to } = resolveInstants(orderFilters.asked(filters).created ?? {}, now, timeZone);
  const bound = (instant: string, edge: (day: Day, timeZone: string) => string) => {
    const day = dayOf(instant, timeZone);
    return edge(day, timeZone) === instant ? day : instant;
  };
  return {
    ...rest,
    createdFrom: from && from > startOfDay(period.from, timeZone) ? bound(from, startOfDay) : period.from,
    createdTo: to && to < endOfDay(period.to, timeZone) ? bound(to, endOfDay) : period.to,
  };
}

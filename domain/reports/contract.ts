import { onPlan } from '../access/ability';
import { csv, search } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { orders } from '../orders/contract';
import { orderFilters } from '../orders/filters';
import { Report } from './report';
import { ReportView } from './view';

const body = ListScope.extend({ filters: orderFilters.schema.default({}), viewOptions: ReportView });

/** Reports on the sales orders a search would list. */
export const orderReports = {
  make: search('/leaflink/orders/report', {
    summary: 'Revenue, products sold or brands sold of the sales orders a search lists',
    body,
    returns: Report,
    requires: onPlan('order-reports', orders.search.requires),
    mayLag: true,
  }),
  export: search('/leaflink/orders/report/export', {
    summary: 'The same report as csv',
    body,
    ...csv,
    requires: onPlan('csv-export', onPlan('order-reports', orders.search.requires)),
    mayLag: true,
  }),
};

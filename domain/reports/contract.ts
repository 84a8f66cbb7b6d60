import { z } from 'zod';
import { onPlan } from '../access/ability';
import { csv, page, paging, search } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { orders } from '../orders/contract';
import { orderFilters } from '../orders/filters';
import { readsReports } from './access';
import { PivotPlace, PivotReport, PivotSource, PivotView } from './pivot';
import { Report, Skipped } from './report';
import { ReportView } from './view';

const body = ListScope.extend({ filters: orderFilters.schema.default({}), viewOptions: ReportView });

/** Reports on the sales orders a search would list. */
export const orderReports = {
  make: search('/leaflink/orders/report', {
    summary: 'Revenue, products sold or brands sold of the sales orders a search lists',
    body,
    returns: Report,
    heavy: true,
    requires: readsReports,
    mayLag: true,
  }),
  export: search('/leaflink/orders/report/export', {
    summary: 'The same report as csv',
    body,
    ...csv,
    requires: onPlan('csv-export', readsReports),
    mayLag: true,
  }),
};

const pivotBody = body.extend({ viewOptions: PivotView });
/** Its plan includes all reports: asking for both plans would name the lower one first. */
const onPivot = onPlan('pivot-report', orders.search.requires);

/** The same orders, arranged in two directions. */
export const pivotReports = {
  make: search('/leaflink/orders/report/pivot', {
    summary: 'The sales orders a search lists, or their lines, by up to two fields down and two across',
    body: pivotBody,
    returns: z.discriminatedUnion('reportType', [Skipped, PivotReport]),
    heavy: true,
    requires: onPivot,
    mayLag: true,
  }),
  export: search('/leaflink/orders/report/pivot/export', {
    summary: 'The same pivot report as csv, cell for cell',
    body: pivotBody.extend({
      /** Primary rows and columns shown without their secondary ones, by key. */
      folded: z.object({ rows: z.array(z.string().nullable()), columns: z.array(z.string().nullable()) }).optional(),
      /** The column the rows are sorted by. */
      sort: z.object({ column: PivotPlace.shape.column, descending: z.boolean() }).optional(),
    }),
    ...csv,
    requires: onPlan('csv-export', onPivot),
    mayLag: true,
  }),
  behind: search('/leaflink/orders/report/pivot/behind', {
    summary: 'The orders or lines behind a cell of a pivot report, newest first',
    body: pivotBody.extend({ place: PivotPlace, ...paging(['created'], 'created') }),
    returns: page(PivotSource),
    heavy: true,
    requires: onPivot,
    mayLag: true,
  }),
};

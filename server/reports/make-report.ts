import type { orderReports as contract } from '../../domain/reports/contract';
import type { Report } from '../../domain/reports/report';
import { whySkipped } from '../../domain/reports/view';
import type { ListContext } from '../db/list';
import type { Verb } from '../implement';
import { salesOrders } from '../orders/lists/search-orders';
import type { Reported } from './reported-orders';
import { revenueReport } from './revenue';
import { soldReport } from './sold';

/** A report on a search's orders; SKIPPED when its time is too wide. NOT_FOUND for another organization's company. */
export async function reportOn(ctx: ListContext, reported: Reported): Promise<Report> {
  await salesOrders.assertOwnCompany(ctx, reported.companyId);
  const hint = whySkipped(reported.viewOptions, reported.filters, ctx.now, ctx.timeZone);
  if (hint !== null) return { reportType: 'SKIPPED', hint };
  const { reportType } = reported.viewOptions;
  return reportType === 'REVENUE' ? revenueReport(ctx, reported) : soldReport(ctx, reportType, reported);
}

export const makeReport: Verb<typeof contract.make> = (ctx, { body }) => reportOn(ctx, body);

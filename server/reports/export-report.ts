import type { FileReply } from '../../domain/contract/endpoint';
import type { CsvColumn } from '../../domain/csv';
import { DomainError } from '../../domain/errors';
import type { orderReports as contract } from '../../domain/reports/contract';
import { BRAND_COLUMNS, PRODUCT_COLUMNS, reportFileName, revenueColumns } from '../../domain/reports/export';
import type { Report } from '../../domain/reports/report';
import type { ReportView } from '../../domain/reports/view';
import { toCsv } from '../db/export';
import type { Verb } from '../implement';
import { reportOn } from './make-report';

/** A report as csv, as it is seen. BAD_INPUT when its time is too wide: there is no file without rows. */
export const exportReport: Verb<typeof contract.export> = async (ctx, { body }) =>
  reportFile(await reportOn(ctx, body), body.viewOptions, ctx);

/** A report's file, named by the day it is made and the zone of its days. BAD_INPUT when the report was skipped. */
export function reportFile(
  report: Report,
  { reportType, interval }: ReportView,
  { now, timeZone }: { now: Date; timeZone: string },
): FileReply {
  const name = reportFileName(now, timeZone, reportType);
  const file = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): FileReply => ({
    name,
    text: toCsv(columns, once(rows), timeZone),
  });
  switch (report.reportType) {
    case 'SKIPPED':
      throw new DomainError('BAD_INPUT', report.hint);
    case 'REVENUE':
      return file(
        revenueColumns(report, interval),
        report.periods.map((period, at) => ({ ...period, at })),
      );
    case 'PRODUCTS_SOLD':
      return file(PRODUCT_COLUMNS, report.rows);
    case 'BRANDS_SOLD':
      return file(BRAND_COLUMNS, report.rows);
  }
}

/** Rows as one batch of a file. */
export async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

import { DomainError } from '../../../domain/errors';
import type { pivotReports as contract } from '../../../domain/reports/contract';
import { reportFileName } from '../../../domain/reports/export';
import { pivotTable } from '../../../domain/reports/pivot-table';
import { toCsv } from '../../db/export';
import type { Verb } from '../../implement';
import { once } from '../export-report';
import { pivotOn } from './make-pivot';

/** A pivot report as csv, as it is seen. BAD_INPUT where there is none. */
export const exportPivot: Verb<typeof contract.export> = async (ctx, { body }) => {
  const report = await pivotOn(ctx, body);
  if (report.reportType === 'SKIPPED') throw new DomainError('BAD_INPUT', report.hint);
  const [head = [], ...rows] = pivotTable(report, body.viewOptions, body);
  const columns = head.map((header, at) => ({ header, text: (row: readonly string[]) => row[at] ?? '' }));
  const name = reportFileName(ctx.now, ctx.timeZone, 'pivot');
  return { name, text: toCsv(columns, once(rows), ctx.timeZone) };
};

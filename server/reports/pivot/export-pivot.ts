import { setImmediate as letOthersIn } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors';
import type { pivotReports as contract } from '../../../domain/reports/contract';
import { reportFileName } from '../../../domain/reports/export';
import { pivotTable, whyNoTable } from '../../../domain/reports/pivot-table';
import { toCsv } from '../../db/export';
import type { Verb } from '../../implement';
import { pivotOn } from './make-pivot';

/** A pivot report as csv, as it is seen. BAD_INPUT where there is none, or it is too large for a table. */
export const exportPivot: Verb<typeof contract.export> = async (ctx, { body }) => {
  const report = await pivotOn(ctx, body);
  if (report.reportType === 'SKIPPED') throw new DomainError('BAD_INPUT', report.hint);
  const why = whyNoTable(report);
  if (why !== null) throw new DomainError('BAD_INPUT', why);
  const lines = pivotTable(report, body.viewOptions, body);
  const head: string[] = lines.next().value ?? [];
  const columns = head.map((header, at) => ({ header, text: (row: readonly string[]) => row[at] ?? '' }));
  return {
    name: reportFileName(ctx.now, ctx.timeZone, 'pivot'),
    text: toCsv(columns, inBatches(lines), ctx.timeZone),
  };
};

const CELLS_AT_A_TIME = 20_000;

/** Lines some at a time, others are answered in between. */
async function* inBatches(lines: Iterable<readonly string[]>): AsyncGenerator<readonly (readonly string[])[]> {
  let batch: (readonly string[])[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length * line.length < CELLS_AT_A_TIME) continue;
    yield batch;
    batch = [];
    await letOthersIn();
  }
  if (batch.length > 0) yield batch;
}

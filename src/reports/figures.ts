import type { Report } from '../../domain/reports/report';
import type { Interval, ReportValue } from '../../domain/reports/view';
import { revenueFigures } from './revenue';
import { soldFigures } from './sold';
import type { Figures } from './types';

/** A report's figures; null when it wasn't made. */
export function figuresOf(report: Report, options: { interval: Interval; value: ReportValue }): Figures | null {
  if (report.reportType === 'SKIPPED') return null;
  const figures =
    report.reportType === 'REVENUE' ? revenueFigures(report, options.interval) : soldFigures(report, options.value);
  // Columns and rows belong together; what a row is, only they know.
  return figures as unknown as Figures;
}

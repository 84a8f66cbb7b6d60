import type { OrderFilters } from '../../domain/orders/filters';
import type { Report } from '../../domain/reports/report';
import type { Interval, ReportValue } from '../../domain/reports/view';
import { revenueFigures } from './revenue';
import { soldFigures } from './sold';
import type { Figures } from './types';

type Options = { interval: Interval; value: ReportValue };

/** The figures of a report on a search's orders; null when it wasn't made. */
export function figuresOf(report: Report, options: Options, filters: OrderFilters): Figures | null {
  if (report.reportType === 'SKIPPED') return null;
  const figures =
    report.reportType === 'REVENUE'
      ? revenueFigures(report, options.interval, filters)
      : soldFigures(report, options.value, filters);
  // Columns and rows belong together; what a row is, only they know.
  return figures as unknown as Figures;
}

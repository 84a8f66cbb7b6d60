import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { OrderFilters } from '../../domain/orders/filters';
import { orderReports } from '../../domain/reports/contract';
import { reportFileName } from '../../domain/reports/export';
import type { MailedSearch } from '../../domain/reports/mailing';
import { reportMailings } from '../../domain/reports/mailing-contract';
import type { ReportType } from '../../domain/reports/report-types';
import { IntervalSchema, ReportValueSchema, ReportView, SplitSchema, whySkipped } from '../../domain/reports/view';
import { daysIn } from '../../domain/time-zones';
import { useCan } from '../access/useCan';
import { ExportProgress } from '../kit/list/export/ExportProgress';
import { forgetColumns } from '../kit/list/grid/grid-preferences';
import { useSession } from '../providers/session';
import { showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';
import { Facts } from '../ui/Facts';
import { type FilterValues, useAddressState } from '../ui/filters';
import { DataGrid, type GridPreferences } from '../ui/grid';
import { lazyDialog } from '../ui/lazy';
import { useOffer } from '../ui/offers';
import { countedZone } from '../ui/reader-dates';
import { saveFile } from '../ui/save-file';
import { Skeleton } from '../ui/states';
import { ExportReport } from './ExportReport';
import { figuresOf } from './figures';
import { CHART_SHAPES, ReportOptions } from './ReportOptions';
import css from './reports.module.css';
import type { FigureRow, Figures } from './types';
import { useReport } from './useReport';

const ReportChart = lazy(() => import('./ReportChart'));

/** A report's options in the address. */
const Options = z.object({
  interval: IntervalSchema.default('MONTH'),
  split: SplitSchema.default('NONE'),
  value: ReportValueSchema.default('quantity'),
  chart: z.enum(CHART_SHAPES).default('BARS'),
});

/** More rows than this scroll in a window of their own. */
const MOST_ROWS = 100;
const WINDOW_PX = 720;

type OrderReportProps = {
  type: ReportView['reportType'];
  filters: FilterValues;
  /** The table's columns. */
  preferences: GridPreferences;
  /** The list's search, saved views and filters. */
  children: ReactNode;
};

/** The orders of a search as a report: its options, a chart and the table of the same figures. */
export default function OrderReport({ type, filters, preferences, children }: OrderReportProps) {
  const [options, setOptions] = useAddressState(Options);
  const userId = useSession().user.id;
  const { interval, split, value } = options;
  const view = useMemo(
    // Only what this report is made by, so that changing another's options reads nothing.
    () => ReportView.parse({ reportType: type, ...(type === 'REVENUE' ? { interval, split } : { value }) }),
    [type, interval, split, value],
  );
  const { figures, body, notMade, ...reading } = useFigures(view, filters);
  const { isForbidden } = reading;
  useEffect(() => {
    if (isForbidden) forgetColumns(userId, `report.${type}`);
  }, [isForbidden, userId, type]);
  const shown = notMade ? NOTHING : figures;
  const hasRows = shown !== null && shown.rows.length > 0;
  return (
    <>
      <DataGrid<FigureRow>
        id={`report.${type}`}
        label={shown?.title ?? NOTHING.title}
        columns={shown?.columns ?? NOTHING.columns}
        rows={shown?.rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        noun={figures?.noun ?? ['row', 'rows']}
        preferences={preferences}
        refreshing={reading.isRefreshing}
        error={notMade ? null : reading.error}
        onRetry={reading.onRetry}
        empty={notMade ?? { title: 'No sales in this time', hint: 'Choose another time, or change the filters.' }}
        height={hasRows && shown.rows.length > MOST_ROWS ? WINDOW_PX : 'content'}
        toolbar={children}
        exportMenu={() => (
          <>
            {notMade === null && <EmailAction filters={body.filters ?? {}} viewOptions={view} />}
            <ExportReport endpoint={orderReports.export} act="orders.report.export" body={body} hasRows={hasRows} />
          </>
        )}
        above={
          <div className={css.above}>
            <ReportOptions type={type} options={options} onChange={setOptions} />
            {notMade === null && shown?.rows.length !== 0 && (
              <Chart type={type} figures={figures} shape={options.chart} hasFailed={reading.error !== null} />
            )}
          </div>
        }
      />
      <ExportProgress />
    </>
  );
}

const NOTHING: Pick<Figures, 'title' | 'columns' | 'rows'> = { title: 'Report', columns: [], rows: [] };

type ChartProps = {
  type: ReportType;
  figures: Figures | null;
  shape: (typeof CHART_SHAPES)[number];
  hasFailed: boolean;
};

/** The chart's place stays the same while it loads. */
function Chart({ type, figures, shape, hasFailed }: ChartProps) {
  const chart = useRef<HTMLElement>(null);
  if (!figures && hasFailed) return null;
  const waiting = <Skeleton height="100%" />;
  return (
    <div className={css.drawn}>
      <figure ref={chart} className={css.figure}>
        <div className={css.totals}>{figures && <Facts facts={figures.totals} layout="figures" />}</div>
        <div className={css.chart} aria-hidden="true">
          {figures ? (
            <Suspense fallback={waiting}>
              <ReportChart {...figures.chart} shape={shape} />
            </Suspense>
          ) : (
            waiting
          )}
        </div>
        <figcaption>{figures ? `${figures.caption} ${daysIn(countedZone())}.` : 'Loading…'}</figcaption>
      </figure>
      <SaveChart type={type} chart={chart} isDrawn={figures !== null} />
    </div>
  );
}

/** A report's figures; the former ones stay on screen with their own periods while the next are read. */
function useFigures(viewOptions: ReportView, filters: FilterValues) {
  const hint = whySkipped(viewOptions, filters as OrderFilters, new Date(), countedZone());
  const { fresh: report, ...reading } = useReport(orderReports.make, viewOptions, filters, {
    act: 'orders.report',
    whyNot: hint === null ? null : { title: 'This time is too long for the report', hint },
  });
  const shown = useRef<Figures | null>(null);
  const fresh = useMemo(
    () => report && figuresOf(report, viewOptions, filters as OrderFilters),
    [report, viewOptions, filters],
  );
  if (fresh) shown.current = fresh;
  return { ...reading, figures: shown.current };
}

const EmailReport = lazyDialog(async () => (await import('./MailingForms')).EmailReport);

/** Has the report on screen emailed on a schedule. */
function EmailAction({ filters, viewOptions }: MailedSearch) {
  const [isOpen, setOpen] = useState(false);
  const { can } = useCan();
  const run = () => setOpen(true);
  const isAllowed = can(reportMailings.create.requires);
  useOffer('Email this report on a schedule', isAllowed ? run : undefined);
  if (!isAllowed) return null;
  return (
    <>
      <Button
        icon="clock"
        aria-label="Email…"
        onClick={run}
        onPointerEnter={EmailReport.prefetch}
        onFocus={EmailReport.prefetch}
      >
        <span data-wide>Email…</span>
      </Button>
      {isOpen && <EmailReport.Part search={{ filters, viewOptions }} onClose={() => setOpen(false)} />}
    </>
  );
}

type SaveChartProps = { type: ReportType; chart: RefObject<HTMLElement | null>; isDrawn: boolean };

/** Saves the chart and its totals as a picture, in the colors on screen. */
function SaveChart({ type, chart, isDrawn }: SaveChartProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!chart.current || busy) return;
    setBusy(true);
    try {
      const { toBlob } = await import('html-to-image');
      const picture = await toBlob(chart.current, { pixelRatio: 2 });
      if (!picture) throw new Error('The chart drew nothing');
      const name = reportFileName(new Date(), countedZone(), type, 'png');
      saveFile(name, picture);
      showSnack({ status: 'success', message: `${name} downloaded` });
    } catch {
      showSnack({
        status: 'error',
        message: 'We couldn’t draw the picture.',
        action: { label: 'Try again', run: () => void save() },
      });
    } finally {
      setBusy(false);
    }
  };
  useOffer('Save the chart as a picture', isDrawn ? () => void save() : undefined);
  return (
    <Button icon="download" tone="quiet" disabled={!isDrawn} busy={busy} onClick={() => void save()}>
      Save as PNG
    </Button>
  );
}

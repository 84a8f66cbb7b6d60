import { type ReactNode, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { OrderFilters } from '../../domain/orders/filters';
import { pathOf } from '../../domain/reports/arrangement';
import { pivotReports } from '../../domain/reports/contract';
import {
  countsLines,
  PIVOT_FIELDS,
  type PivotField,
  type PivotHeading,
  PivotView,
  pivotValueLabel,
  type PivotReport as Report,
  whyNotArranged,
  whyPivotSkipped,
} from '../../domain/reports/pivot';
import { counted } from '../../domain/text';
import { daysIn } from '../../domain/time-zones';
import { ExportProgress } from '../kit/list/export/ExportProgress';
import { Button } from '../ui/Button';
import { type FilterValues, useAddressState } from '../ui/filters';
import type { GridEmpty } from '../ui/grid';
import { GridStrip } from '../ui/grid/bars/GridStrip';
import { ToolbarFrame } from '../ui/grid/bars/GridToolbar';
import { lazyDialog } from '../ui/lazy';
import { PivotTable } from '../ui/pivot';
import { RunningLine } from '../ui/RunningLine';
import { countedZone } from '../ui/reader-dates';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { ExportReport } from './ExportReport';
import { flipped, PivotOptions, sortOf, sortText, viewOf } from './pivot/options';
import { PivotChoices } from './pivot/PivotChoices';
import css from './pivot/pivot.module.css';
import { usePivotLook } from './pivot/usePivotLook';
import shared from './reports.module.css';
import { useReport } from './useReport';

const BehindCell = lazyDialog(async () => (await import('./pivot/BehindCell')).BehindCell);

type PivotReportProps = {
  filters: FilterValues;
  /** The list's search, saved views and filters. */
  children: ReactNode;
};

type Shown = { report: Report; view: PivotView };
const NOTHING: Shown = {
  report: { reportType: 'PIVOT', rows: [], columns: [], cells: [] },
  view: PivotView.parse({}),
};

/** The orders of a search, or their lines, arranged in two directions. */
export default function PivotReport({ filters, children }: PivotReportProps) {
  const [options, setOptions] = useAddressState(PivotOptions);
  const viewText = JSON.stringify(viewOf(options));
  const view = useMemo(() => JSON.parse(viewText) as PivotView, [viewText]);
  const whyNot = useWhyNot(options, view, filters, setOptions);
  const { fresh, body, notMade, ...reading } = useReport(pivotReports.make, view, filters, {
    act: 'orders.report.pivot',
    whyNot,
  });
  // The former report stays on screen while the next is read.
  const latest = useRef<Shown | null>(null);
  if (fresh?.reportType === 'PIVOT' && fresh !== latest.current?.report) latest.current = { report: fresh, view };
  const shown = notMade ? null : latest.current;
  const { report, view: of } = shown ?? NOTHING;
  const hasRows = report.rows.length > 1;
  const look = usePivotLook({
    report,
    view: of,
    sorting: sortOf(options),
    onSorting: (next) => setOptions({ sort: next && sortText(next) }),
    hasHeat: options.heat,
  });
  const [cell, setCell] = useState<{ row: number; column: number } | null>(null);
  const { folded } = look;
  const exported = {
    ...body,
    ...(folded.rows.length + folded.columns.length > 0 && {
      folded: { rows: [...folded.rows], columns: [...folded.columns] },
    }),
    ...(look.table.sort && { sort: sortOf(options) }),
  };
  return (
    <section data-part="grid" className={css.report} aria-label="Pivot report">
      <div className={css.bar}>
        <ToolbarFrame
          content={children}
          strip={<GridStrip found={shown ? sizeText(report) : undefined} notice={null} noun={['row', 'rows']} />}
        >
          <ExportReport
            endpoint={pivotReports.export}
            act="orders.report.pivot.export"
            body={exported}
            hasRows={hasRows}
          />
        </ToolbarFrame>
      </div>
      <div className={shared.above}>
        <PivotChoices options={options} onChange={setOptions}>
          {look.foldAll && (
            <>
              <Button onClick={look.foldAll}>Collapse all</Button>
              <Button onClick={look.unfoldAll}>Expand all</Button>
            </>
          )}
        </PivotChoices>
        {hasRows && <p className={css.caption}>{captionOf(of)}</p>}
      </div>
      {hasRows ? (
        <div className={css.frame}>
          {reading.isRefreshing && <RunningLine className={css.line} />}
          {reading.error !== null && (
            <p className={css.stale} role="alert">
              {reading.error}
              <Button tone="quiet" icon="refresh" onClick={reading.onRetry}>
                Try again
              </Button>
            </p>
          )}
          <PivotTable
            {...look.table}
            label="Pivot report"
            rowsName={namesOf(of.x1Field, of.x2Field)}
            columnsName={namesOf(of.y1Field, of.y2Field)}
            onOpen={(row, column) => setCell({ row, column })}
            busy={reading.isRefreshing}
          />
        </div>
      ) : (
        <Instead notMade={notMade} isEmpty={shown !== null} error={reading.error} onRetry={reading.onRetry} />
      )}
      {shown && cell && (
        <BehindCell.Part
          body={{
            ...body,
            viewOptions: of,
            place: { row: pathOf(report.rows, cell.row), column: pathOf(report.columns, cell.column) },
          }}
          title={`${labelsOf(report.rows, cell.row)}, ${labelsOf(report.columns, cell.column)}`}
          figure={[pivotValueLabel(of), look.table.textOf(cell.row, cell.column)]}
          countsLines={countsLines(of)}
          onClose={() => setCell(null)}
        />
      )}
      <ExportProgress />
    </section>
  );
}

type InsteadProps = { notMade: GridEmpty | null; isEmpty: boolean; error: string | null; onRetry: () => void };

/** What stands in the place of a report that wasn't made, or has nothing to show. */
function Instead({ notMade, isEmpty, error, onRetry }: InsteadProps) {
  if (notMade) return <EmptyState {...notMade} icon="chart" />;
  if (error !== null) return <ErrorState message={error} onRetry={onRetry} />;
  if (isEmpty) {
    return <EmptyState title="No sales in this time" hint="Choose another time, or change the filters." icon="chart" />;
  }
  return (
    <div className={css.waiting} aria-busy="true">
      <Skeleton height="100%" />
    </div>
  );
}

const Time = z.object({ createdRel: z.string(), createdFrom: z.string(), createdTo: z.string() }).partial();

/** Why no report is asked for, with a way out; null when it is. */
function useWhyNot(
  options: PivotOptions,
  view: PivotView,
  filters: FilterValues,
  setOptions: (changes: Partial<PivotOptions>) => void,
): GridEmpty | null {
  const [, setTime] = useAddressState(Time);
  const unarranged = whyNotArranged(view);
  if (unarranged !== null) {
    // Flipping is the way out just where the axes are the wrong way round.
    const flip = flipped(options);
    const isFixedByFlip = whyNotArranged(viewOf({ ...options, ...flip })) === null;
    const { x1Field, x2Field, y1Field, y2Field } = PivotOptions.parse({});
    const action = isFixedByFlip ? (
      <Button onClick={() => setOptions(flip)}>Flip axes</Button>
    ) : (
      <Button onClick={() => setOptions({ x1Field, x2Field, y1Field, y2Field, sort: undefined })}>
        Show customers by month
      </Button>
    );
    return { title: unarranged, action };
  }
  const hint = whyPivotSkipped(view, filters as OrderFilters, new Date(), countedZone());
  if (hint === null) return null;
  const shorten = () => setTime({ createdRel: 'LAST_6_MONTHS', createdFrom: undefined, createdTo: undefined });
  return {
    title: 'This time is too long for the report',
    hint,
    action: <Button onClick={shorten}>Show the last 6 months</Button>,
  };
}

const namesOf = (...fields: (PivotField | null)[]) =>
  fields.flatMap((field) => (field === null ? [] : PIVOT_FIELDS[field].label)).join(' / ');

/** A heading's name with what it is within. */
function labelsOf(headings: readonly PivotHeading[], at: number): string {
  const heading = headings[at];
  if (!heading) return '';
  return heading.parent ? `${headings[heading.parent]?.label} / ${heading.label}` : heading.label;
}

const sizeText = ({ rows, columns }: Report) =>
  `${counted(Math.max(0, rows.length - 1), 'row')}, ${counted(Math.max(0, columns.length - 1), 'column')}`;

const captionOf = (view: PivotView) =>
  `${
    countsLines(view)
      ? 'Counts order lines; their revenue is before discounts on whole orders.'
      : 'Counts whole orders; their revenue is the order total.'
  } Totals are counted, not added up: an order in two cells counts once. ${daysIn(countedZone())}. This report is in beta.`;

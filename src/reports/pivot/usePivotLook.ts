import { useCallback, useMemo, useState } from 'react';
import { figureAt, pathOf, placeOf, shownOf } from '../../../domain/reports/arrangement';
import type { PivotHeading, PivotReport, PivotView } from '../../../domain/reports/pivot';
import type { PivotSort } from '../../ui/pivot';
import { figureText, foldable, heatOf, linesOf } from './figures';
import type { PivotSorting } from './options';

type Key = PivotHeading['key'];
type Folded = { rows: readonly Key[]; columns: readonly Key[] };
const NOTHING_FOLDED: Folded = { rows: [], columns: [] };

type Look = {
  report: PivotReport;
  view: PivotView;
  sorting: PivotSorting | undefined;
  onSorting: (next: PivotSorting | undefined) => void;
  hasHeat: boolean;
};

/** How a person looks at a report: what is folded, for as long as its fields stay, and how its rows are sorted. */
export function usePivotLook({ report, view, sorting, onSorting, hasHeat }: Look) {
  const fields = [view.x1Field, view.x2Field, view.y1Field, view.y2Field].join();
  const [kept, setKept] = useState({ fields, folded: NOTHING_FOLDED });
  const folded = kept.fields === fields ? kept.folded : NOTHING_FOLDED;
  const setFolded = useCallback((folded: Folded) => setKept({ fields, folded }), [fields]);

  const sortText = JSON.stringify(sorting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the sort
  const lines = useMemo(() => {
    const shown = shownOf(report, { folded, sort: sorting });
    return {
      rows: linesOf(report.rows, shown.rows, folded.rows),
      columns: linesOf(report.columns, shown.columns, folded.columns),
    };
  }, [report, folded, sortText]);
  const textOf = useCallback(
    (row: number, column: number) => figureText(figureAt(report, row, column), view.value),
    [report, view.value],
  );
  const heat = useMemo(() => (hasHeat ? heatOf(report) : undefined), [report, hasHeat]);
  const sortedBy = sorting && placeOf(report.columns, sorting.column);
  const all = useMemo(() => ({ rows: foldable(report.rows), columns: foldable(report.columns) }), [report]);

  const onFold = (axis: 'rows' | 'columns', id: number) => {
    const key = report[axis][id]?.key ?? null;
    const before = folded[axis];
    setFolded({ ...folded, [axis]: before.includes(key) ? before.filter((one) => one !== key) : [...before, key] });
  };
  const onSort = (next: PivotSort | null) =>
    onSorting(next ? { column: pathOf(report.columns, next.column), descending: next.descending } : undefined);
  return {
    folded,
    table: {
      ...lines,
      textOf,
      heatOf: heat,
      sort: sorting && sortedBy !== undefined ? { column: sortedBy, descending: sorting.descending } : null,
      onSort,
      onFold,
    },
    /** Undefined where nothing can be folded. */
    foldAll: all.rows.length + all.columns.length > 0 ? () => setFolded(all) : undefined,
    unfoldAll: () => setFolded(NOTHING_FOLDED),
  };
}

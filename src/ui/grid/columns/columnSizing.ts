import { useInsertionEffect, useMemo } from 'react';
import css from '../rows/rows.module.css';
import type { ViewColumn } from './columns';

const OWN_WIDTH = { move: 40, select: 44, expand: 40, actions: 48 } as const;

export type ColumnSizes = {
  widths: number[];
  /** The distance from the left (or, for `end`, right) edge where a pinned column sticks. */
  offsets: number[];
  total: number;
  pinnedStart: number;
  pinnedEnd: number;
};

/**
 * Widths in pixels. Spare room goes to data columns without a manual width, in proportion, so no empty strip remains at
 * the right.
 */
export function columnSizes<Row>(
  columns: readonly ViewColumn<Row>[],
  widthOf: (id: string) => number,
  sized: (id: string) => boolean,
  available: number,
): ColumnSizes {
  const widths = columns.map((view) => (view.kind === 'data' ? widthOf(view.id) : OWN_WIDTH[view.kind]));
  const grows = columns.map((view) => view.kind === 'data' && !sized(view.id));
  const spare = available - widths.reduce((sum, width) => sum + width, 0);
  const growing = widths.reduce((sum, width, index) => sum + (grows[index] ? width : 0), 0);
  if (spare > 0 && growing > 0) spread(widths, grows, spare, growing);
  return { widths, ...pinnedOffsets(columns, widths), total: widths.reduce((sum, width) => sum + width, 0) };
}

/** Distributes spare pixels in proportion; the rounding rest goes to the last growing column. */
function spread(widths: number[], grows: readonly boolean[], spare: number, growing: number): void {
  let left = spare;
  widths.forEach((width, index) => {
    if (!grows[index]) return;
    const share = Math.floor((spare * width) / growing);
    widths[index] = width + share;
    left -= share;
  });
  const last = grows.lastIndexOf(true);
  widths[last] = (widths[last] ?? 0) + left;
}

function pinnedOffsets<Row>(columns: readonly ViewColumn<Row>[], widths: readonly number[]) {
  const offsets = columns.map(() => 0);
  let pinnedStart = 0;
  let pinnedEnd = 0;
  columns.forEach((view, index) => {
    if (view.pinned !== 'start') return;
    offsets[index] = pinnedStart;
    pinnedStart += widths[index] ?? 0;
  });
  for (let index = columns.length - 1; index >= 0; index -= 1) {
    if (columns[index]?.pinned !== 'end') continue;
    offsets[index] = pinnedEnd;
    pinnedEnd += widths[index] ?? 0;
  }
  return { offsets, pinnedStart, pinnedEnd };
}

const cellRules = <Row>(scope: string, columns: readonly ViewColumn<Row>[], sizes: ColumnSizes) =>
  columns
    .map((view, index) => {
      const edge = view.pinned === 'end' ? 'right' : 'left';
      const stick = view.pinned ? `${edge}:${sizes.offsets[index]}px` : '';
      return `.${scope} .column${index}{width:${sizes.widths[index]}px;${stick}}`;
    })
    .join('');

/**
 * Puts the widths in one constructed stylesheet, so a resize restyles cells without rendering rows, and cells need no
 * inline style. `width` is the grid’s inner width in pixels.
 */
export function useColumnSheet<Row>(
  scope: string,
  columns: readonly ViewColumn<Row>[],
  sizes: ColumnSizes,
  width: number,
): void {
  const sheet = useMemo(() => new CSSStyleSheet(), []);
  useInsertionEffect(() => {
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    };
  }, [sheet]);
  useInsertionEffect(() => {
    const row = `.${scope} .${css.row}{width:${sizes.total}px}`;
    const scroll = `.${scope} [data-part=scroll]{scroll-padding-left:${sizes.pinnedStart}px;scroll-padding-right:${sizes.pinnedEnd}px}`;
    const edges = `.${scope}{--grid-start:${sizes.pinnedStart}px;--grid-end:${width - sizes.pinnedEnd}px}`;
    sheet.replaceSync(cellRules(scope, columns, sizes) + row + scroll + edges);
  }, [sheet, scope, columns, sizes, width]);
}

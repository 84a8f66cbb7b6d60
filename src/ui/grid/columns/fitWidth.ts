const CELL_PADDING = 26;
const HEADER_EXTRAS = 50;

/** The width in pixels at which none of a column's rendered cells is cut off. */
export function fitWidth(grid: Element, column: number): number {
  const range = document.createRange();
  let width = 0;
  for (const cell of grid.querySelectorAll(`[data-c="${column}"]:not([data-detail])`)) {
    const label = cell.querySelector('[data-part=label]');
    range.selectNodeContents(label ?? cell);
    const needed = range.getBoundingClientRect().width + (label ? HEADER_EXTRAS : CELL_PADDING);
    width = Math.max(width, needed);
  }
  return Math.ceil(width);
}

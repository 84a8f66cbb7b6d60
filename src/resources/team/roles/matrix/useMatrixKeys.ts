import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { MatrixRow } from './matrix-rows';

type Key = { name: string; toEnd: boolean; isAreaRow: (row: string | undefined) => boolean };

/** Where a key moves from a checkbox: along its column or row, or to the next area. */
function destination(key: Key, boxes: readonly HTMLInputElement[], from: HTMLInputElement) {
  const inColumn = boxes.filter((box) => box.dataset.column === from.dataset.column);
  const inRow = boxes.filter((box) => box.dataset.row === from.dataset.row);
  const at = inColumn.indexOf(from);
  const beside = inRow.indexOf(from);
  const beginsArea = (box: HTMLInputElement) => key.isAreaRow(box.dataset.row);
  switch (key.name) {
    case 'ArrowDown':
      return inColumn[at + 1];
    case 'ArrowUp':
      return inColumn[at - 1];
    case 'ArrowRight':
      return inRow[beside + 1];
    case 'ArrowLeft':
      return inRow[beside - 1];
    case 'Home':
      return key.toEnd ? boxes[0] : inRow[0];
    case 'End':
      return key.toEnd ? boxes.at(-1) : inRow.at(-1);
    case 'PageDown':
      return inColumn.slice(at + 1).find(beginsArea) ?? inColumn.at(-1);
    case 'PageUp':
      return inColumn.slice(0, at).findLast(beginsArea) ?? inColumn[0];
    default:
      return undefined;
  }
}

/**
 * One tab stop for the whole matrix: arrows move, Home and End go to the ends of a row (of the matrix with Ctrl), Page
 * keys from area to area. Takes the rows with checkboxes, in order.
 */
export function useMatrixKeys(rows: readonly MatrixRow[]) {
  const [last, setLast] = useState({ row: '', column: 'read' });
  const place = rows.some(({ id }) => id === last.row) ? last : { row: rows[0]?.id, column: 'read' };
  const isAreaRow = (row: string | undefined) => rows.some(({ id, feature }) => id === row && feature === null);
  return {
    isTabStop: (row: string, column: string) => place.row === row && place.column === column,
    handlers: {
      onFocus({ target }: FocusEvent<HTMLElement>) {
        const { row, column } = target.dataset;
        if (row && column) setLast({ row, column });
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const { target: from, key: name, ctrlKey, metaKey, altKey, currentTarget } = event;
        if (!(from instanceof HTMLInputElement) || altKey || !/^(Arrow|Page|Home|End)/.test(name)) return;
        event.preventDefault();
        const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')];
        destination({ name, toEnd: ctrlKey || metaKey, isAreaRow }, boxes, from)?.focus();
      },
    },
  };
}

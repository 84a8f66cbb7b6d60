import { useCallback, useMemo, useRef, useState } from 'react';
import type { GridColumn } from './types';

/** The cell being edited: its text, and why it couldn't be saved. */
export type CellEdit = { rowId: string; columnId: string; text: string; error?: string; busy?: boolean };

const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : 'An error occurred');

/** Cell editing: start, type, commit, cancel. A refused commit keeps the editor open with its text. */
export function useGridEdit<Row>(rowId: (row: Row) => string) {
  const [edit, setEdit] = useState<CellEdit | null>(null);
  const latest = useRef(edit);
  const set = useCallback((next: CellEdit | null) => {
    latest.current = next;
    setEdit(next);
  }, []);

  const start = useCallback(
    (row: Row, column: GridColumn<Row>): boolean => {
      const { editable } = column;
      if (!editable || editable.when?.(row) === false || latest.current?.busy) return false;
      set({ rowId: rowId(row), columnId: column.id, text: editable.text(row) });
      return true;
    },
    [rowId, set],
  );

  const type = useCallback(
    (text: string) => {
      const { error: _, ...rest } = latest.current ?? {};
      if (latest.current) set({ ...(rest as CellEdit), text });
    },
    [set],
  );

  const cancel = useCallback(() => set(null), [set]);

  /** True once saved (or unchanged), false when refused. */
  const commit = useCallback(
    async (row: Row, column: GridColumn<Row>): Promise<boolean> => {
      const editing = latest.current;
      if (!editing || editing.busy || !column.editable) return false;
      if (editing.text === column.editable.text(row)) {
        set(null);
        return true;
      }
      const { error: _, ...clean } = editing;
      set({ ...clean, busy: true });
      try {
        await column.editable.commit(row, editing.text);
        set(null);
        return true;
      } catch (error) {
        set({ ...clean, error: messageOf(error) });
        return false;
      }
    },
    [set],
  );

  const editing = useMemo(() => ({ start, type, cancel, commit }), [start, type, cancel, commit]);
  return [edit, editing] as const;
}

export type GridEditing<Row> = ReturnType<typeof useGridEdit<Row>>[1];

import { useCallback, useMemo, useRef, useState } from 'react';
import { AN_ERROR } from '../../../../domain/errors';
import type { GridColumn } from '../types';

/** The cell being edited: its text, and why it couldn't be saved, or can't be changed at all. */
export type CellEdit = {
  rowId: string;
  columnId: string;
  text: string;
  error?: string;
  busy?: boolean;
  isLocked?: true;
};

const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : AN_ERROR);

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
      const whyNot = editable.whyNot?.(row) ?? null;
      const locked = whyNot === null ? {} : ({ error: whyNot, isLocked: true } as const);
      set({ rowId: rowId(row), columnId: column.id, text: editable.text(row), ...locked });
      return true;
    },
    [rowId, set],
  );

  const type = useCallback(
    (text: string) => {
      const { error: _, ...rest } = latest.current ?? {};
      if (latest.current && !latest.current.isLocked) set({ ...(rest as CellEdit), text });
    },
    [set],
  );

  const cancel = useCallback(() => set(null), [set]);

  /** True once saved (or unchanged), false when refused; at once where the column saves at once. */
  const commit = useCallback(
    (row: Row, column: GridColumn<Row>): boolean | Promise<boolean> => {
      const editing = latest.current;
      if (!editing || editing.busy || !column.editable) return false;
      if (editing.isLocked || editing.text === column.editable.text(row)) {
        set(null);
        return true;
      }
      const { error: _, ...clean } = editing;
      const done = () => {
        set(null);
        return true;
      };
      const refused = (error: unknown) => {
        set({ ...clean, error: messageOf(error) });
        return false;
      };
      try {
        const saving = column.editable.commit(row, editing.text);
        if (!saving) return done();
        set({ ...clean, busy: true });
        return saving.then(done, refused);
      } catch (error) {
        return refused(error);
      }
    },
    [set],
  );

  const editing = useMemo(() => ({ start, type, cancel, commit }), [start, type, cancel, commit]);
  return [edit, editing] as const;
}

export type GridEditing<Row> = ReturnType<typeof useGridEdit<Row>>[1];

import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import type { GridColumn } from '../types';
import css from './GridCellEditor.module.css';
import type { CellEdit, GridEditing } from './useGridEdit';

const MESSAGE_ROOM = 64;

/** Whether a message below the editor would be cut off by the rows' visible area. */
function isLow(editor: Element | null): boolean {
  const rows = editor?.closest('[data-part=scroll]')?.getBoundingClientRect();
  return rows !== undefined && (editor?.getBoundingClientRect().bottom ?? 0) + MESSAGE_ROOM > rows.bottom;
}

export type EditorProps<Row> = {
  row: Row;
  column: GridColumn<Row>;
  edit: CellEdit;
  editing: GridEditing<Row>;
  /** Called with where to go after closing: stay, or the next or previous cell. */
  onLeave: (step: -1 | 0 | 1) => void;
};

/** The input or select that replaces a cell. Enter, Tab and blur save; Esc cancels. */
export function GridCellEditor<Row>({ row, column, edit, editing, onLeave }: EditorProps<Row>) {
  const ref = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const errorId = useId();
  useLayoutEffect(() => {
    ref.current?.focus();
    if (ref.current instanceof HTMLInputElement) ref.current.select();
  }, []);

  const store = (step: -1 | 0 | 1) => {
    const leave = (isSaved: boolean) => (isSaved ? onLeave(step) : ref.current?.focus());
    const saved = editing.commit(row, column);
    // Leaving before the editor is taken away, rather than after, saves laying out the page once more.
    if (typeof saved === 'boolean') leave(saved);
    else void saved.then(leave);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') store(0);
    else if (event.key === 'Tab') store(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      editing.cancel();
      onLeave(0);
    } else return;
    event.preventDefault();
  };
  const shared = {
    ref,
    className: css.editor,
    'data-locked': edit.isLocked,
    'aria-label': column.header,
    'aria-invalid': edit.error && !edit.isLocked ? true : undefined,
    'aria-describedby': edit.error ? errorId : undefined,
    value: edit.text,
    readOnly: (edit.busy || edit.isLocked) ?? false,
    onKeyDown,
    onBlur: () => {
      if (!edit.error || edit.isLocked) void editing.commit(row, column);
    },
  };
  const { options: given, inputMode = 'text' } = column.editable ?? {};
  const options = typeof given === 'function' ? given(row) : given;
  return (
    <>
      {options ? (
        <select {...shared} onChange={(event) => editing.type(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          inputMode={inputMode}
          autoComplete="off"
          onChange={(event) => editing.type(event.target.value)}
        />
      )}
      {edit.error && (
        <span
          id={errorId}
          role="alert"
          className={[css.error, isLow(ref.current) && css.above, edit.isLocked && css.reason]
            .filter(Boolean)
            .join(' ')}
        >
          {edit.error}
        </span>
      )}
    </>
  );
}

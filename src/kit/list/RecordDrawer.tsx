import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { showSnack } from '../../providers/snackbar';
import { focusList } from './focus-list';
import { useOpenRecord } from './useOpenRecord';

/** A drawer's input: the record's id and, if on screen, its row; neither for a new record. */
export type OpenDrawer<R> = { id: number | null; row: R | null; onClose: () => void };

type RecordDrawerProps<R> = {
  /** Undefined while loading. */
  rows: readonly R[] | undefined;
  /** All rows are loaded, so a missing record doesn't exist. */
  isWhole: boolean;
  noun: string;
  whyNot: ((row: R | null) => string | null) | undefined;
  children: (open: OpenDrawer<R>) => ReactNode;
};

/**
 * The drawer of the record in the address, once the list has loaded. A link to a missing or forbidden record says so.
 * On close, focus returns to where it was opened from.
 */
export function RecordDrawer<R extends { id: number }>(props: RecordDrawerProps<R>) {
  const { record, close } = useOpenRecord();
  if (!record || !props.rows) return null;
  return <Opened key={record.id ?? 'new'} {...props} id={record.id} onClose={close} />;
}

type OpenedProps<R> = RecordDrawerProps<R> & { id: number | null; onClose: () => void };

function Opened<R extends { id: number }>({ rows, isWhole, noun, whyNot, id, onClose, children }: OpenedProps<R>) {
  // Stays open when its row moves to another page.
  const row = useRef<R | null>(null);
  row.current = rows?.find((one) => one.id === id) ?? row.current;
  const isGone = isWhole && id !== null && row.current === null;
  const refusal = isGone ? `This ${noun} doesn’t exist anymore.` : (whyNot?.(row.current) ?? null);
  const wasOpen = useRef(false);
  const isRefused = refusal !== null && !wasOpen.current;
  wasOpen.current ||= !isRefused;
  useFocusBack(id, rows);
  useEffect(() => {
    if (!isRefused) return;
    showSnack({ status: 'info', message: refusal });
    onClose();
  }, [isRefused, refusal, onClose]);
  return isRefused ? null : children({ id, row: row.current, onClose });
}

/** Returns focus to what opened the record, else to its row. */
function useFocusBack(id: number | null, rows: readonly { id: number }[] | undefined): void {
  const latest = useRef(rows);
  latest.current = rows;
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () =>
      focusList(
        opener,
        latest.current?.findIndex((row) => row.id === id),
      );
  }, [id]);
}

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { showSnack } from '../../providers/snackbar';
import { focusList } from './focus-list';
import { useOpenRecord } from './useOpenRecord';

/** What a list's drawer is drawn from: the record's id and, where it is on screen, its row; neither for a new one. */
export type OpenDrawer<R> = { id: number | null; row: R | null; onClose: () => void };

type RecordDrawerProps<R> = {
  /** Undefined until they are there. */
  rows: readonly R[] | undefined;
  /** These are all rows there are: what is not among them is gone. */
  isWhole: boolean;
  noun: string;
  whyNot: ((row: R | null) => string | null) | undefined;
  children: (open: OpenDrawer<R>) => ReactNode;
};

/**
 * The drawer of the record that the address names, once the list is there. A link to what is gone, or may not be opened,
 * says so. When the drawer closes, the keyboard is back where it was opened from.
 */
export function RecordDrawer<R extends { id: number }>(props: RecordDrawerProps<R>) {
  const { record, close } = useOpenRecord();
  if (!record || !props.rows) return null;
  return <Opened key={record.id ?? 'new'} {...props} id={record.id} onClose={close} />;
}

type OpenedProps<R> = RecordDrawerProps<R> & { id: number | null; onClose: () => void };

function Opened<R extends { id: number }>({ rows, isWhole, noun, whyNot, id, onClose, children }: OpenedProps<R>) {
  // What is open stays open though its row moves to another page.
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

/** Gives the keyboard back: to what opened the record, else to its row. */
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

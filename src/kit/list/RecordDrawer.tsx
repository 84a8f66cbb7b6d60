import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { showSnack } from '../../providers/snackbar';
import { type OpenRecord, useOpenRecord } from './useOpenRecord';

/** What a list's drawer is drawn from: the record's id and, where it is on screen, its row; neither for a new one. */
export type OpenDrawer<R> = { id: number | null; row: R | null; onClose: () => void };

type RecordDrawerProps<R> = {
  rows: readonly R[] | undefined;
  /** All rows there are: what is not among them is gone. */
  isWhole: boolean;
  noun: string;
  children: (open: OpenDrawer<R>) => ReactNode;
};

/** The drawer of the record that the address names. When it closes, the keyboard is back where it was opened from. */
export function RecordDrawer<R extends { id: number }>(props: RecordDrawerProps<R>) {
  const { record, close } = useOpenRecord();
  return record && <Opened key={record.id ?? 'new'} {...props} record={record} onClose={close} />;
}

type OpenedProps<R> = RecordDrawerProps<R> & { record: OpenRecord; onClose: () => void };

function Opened<R extends { id: number }>({ rows, isWhole, noun, record: { id }, onClose, children }: OpenedProps<R>) {
  const found = id === null ? undefined : rows?.find((row) => row.id === id);
  const row = useRef(found ?? null);
  if (found) row.current = found;
  useFocusBack(id, rows);
  const isGone = isWhole && id !== null && rows !== undefined && row.current === null;
  useEffect(() => {
    if (!isGone) return;
    showSnack({ status: 'info', message: `This ${noun} no longer exists.` });
    onClose();
  }, [isGone, noun, onClose]);
  if (isWhole && id !== null && row.current === null) return null;
  return children({ id, row: row.current, onClose });
}

function useFocusBack(id: number | null, rows: readonly { id: number }[] | undefined): void {
  const latest = useRef(rows);
  latest.current = rows;
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      // A frame later, when the drawer is gone: what it gave the keyboard back to by then keeps it.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const at = latest.current?.findIndex((row) => row.id === id) ?? -1;
        const cell = document.querySelector<HTMLElement>(`[role=grid] [data-r="${at}"] [data-c]`);
        (isThere ? opener : cell)?.focus({ preventScroll: true });
      });
    };
  }, [id]);
}

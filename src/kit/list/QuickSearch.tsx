import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextInput } from '../../ui/Field';
import type { FilterValues } from '../../ui/filters';
import { WithAppScan } from '../scan/WithAppScan';
import { enterList } from './focus-list';
import styles from './list.module.css';

const PAUSE_MS = 300;

/** What a list's search box searches. */
export type SearchBox = {
  label: string;
  /** The filter for text. */
  field: string;
  /** The filter for a number, such as an order number. */
  number?: string;
  /** Whether a text is what a scanner sent, and what it stands for; `before` is what was searched before. */
  scan?: (text: string, before: string) => string | null;
};

export type QuickSearchProps = SearchBox & {
  filters: FilterValues;
  onChange: (values: FilterValues, options: { replace: boolean }) => void;
  /** Milliseconds without typing before it searches; 300 by default. */
  pauseMs?: number;
};

/**
 * The list's main search box. Searches when typing pauses, or on Enter; the arrow down goes on to the rows. What a scanner
 * sends is searched at once, whether it ends with Enter or Tab, and selected, so that the next scan replaces it.
 */
export function QuickSearch({ label, field, number, scan, filters, onChange, pauseMs = PAUSE_MS }: QuickSearchProps) {
  const applied = String((number && filters[number]) ?? filters[field] ?? '');
  const [text, setText] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Ignores address changes while typing, so an earlier search doesn't undo it.
    if (timer.current === undefined) setText((typed) => (typed.trim() === applied ? typed : applied));
  }, [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const search = typed.trim() || undefined;
    if ((search ?? '') === applied) return;
    const isNumber = number !== undefined && search !== undefined && /^\d+$/.test(search);
    onChange(
      {
        ...filters,
        ...(number && { [number]: isNumber ? search : undefined }),
        [field]: isNumber ? undefined : search,
      },
      { replace: applied !== '' },
    );
  };
  const latest = useRef(apply);
  latest.current = apply;
  /** Whether something was typed or scanned just now, so that Tab is a scanner's. */
  const isOpen = useRef(false);
  const end = (event: KeyboardEvent<HTMLInputElement>) => {
    const scanned = isOpen.current || event.key === 'Enter' ? (scan?.(text, applied) ?? null) : null;
    isOpen.current = false;
    if (scanned !== null) {
      event.preventDefault();
      const input = event.currentTarget;
      flushSync(() => setText(scanned));
      input.select();
    }
    if (scanned !== null || event.key === 'Enter') apply(scanned ?? text);
  };
  const box = (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        const value = scan?.(target.value, applied) || target.value;
        isOpen.current = true;
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          isOpen.current = false;
          latest.current(scan?.(value, applied) ?? value);
        }, pauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) end(event);
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        apply(text);
        enterList();
      }}
    />
  );
  if (!scan) return box;
  const take = (scanned: string) => {
    const found = scan(scanned, applied) ?? scanned;
    setText(found);
    apply(found);
  };
  return <WithAppScan onScan={take}>{box}</WithAppScan>;
}

import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../ui/Field';
import type { FilterValues } from '../../ui/filters';
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
};

export type QuickSearchProps = SearchBox & {
  filters: FilterValues;
  onChange: (values: FilterValues, options: { replace: boolean }) => void;
  /** Milliseconds without typing before it searches; 300 by default. */
  pauseMs?: number;
};

/** The list's main search box. Searches when typing pauses, or on Enter; the arrow down goes on to the rows. */
export function QuickSearch({ label, field, number, filters, onChange, pauseMs = PAUSE_MS }: QuickSearchProps) {
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
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latest.current(value), pauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        apply(text);
        enterList();
      }}
    />
  );
}

import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../ui/Field';
import type { FilterValues } from '../../ui/filters';
import styles from './list.module.css';

const PAUSE_MS = 300;

/** What the search box of a list looks for. */
export type SearchBox = {
  label: string;
  /** The filter that takes what is typed. */
  field: string;
  /** The filter that takes it when it is a number, such as an order's. */
  number?: string;
};

export type QuickSearchProps = SearchBox & {
  filters: FilterValues;
  onChange: (values: FilterValues, options: { replace: boolean }) => void;
  /** Milliseconds of silence before it searches; 300 unless said. */
  pauseMs?: number;
};

/** One box for what people look for most. Searches once typing pauses, and at once with Enter. */
export function QuickSearch({ label, field, number, filters, onChange, pauseMs = PAUSE_MS }: QuickSearchProps) {
  const applied = String((number && filters[number]) ?? filters[field] ?? '');
  const [text, setText] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // What is still being typed is searched for in a moment: an earlier search that lands now may not undo it.
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
      onKeyDown={(event) => event.key === 'Enter' && apply(text)}
    />
  );
}

import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../ui/Field';
import type { FilterValues } from '../../ui/filters';

const PAUSE_MS = 300;

export type QuickSearchProps = {
  label: string;
  /** What words search for; figures are an order's number. */
  words: 'customerSearch' | 'productNameSearch';
  filters: Partial<Record<'sellerOrderNumber' | 'customerSearch' | 'productNameSearch', string | undefined>>;
  onChange: (values: FilterValues, options: { replace: boolean }) => void;
};

/** One box for what people look for most. Searches once typing pauses, and at once with Enter. */
export function QuickSearch({ label, words, filters, onChange }: QuickSearchProps) {
  const applied = filters.sellerOrderNumber ?? filters[words] ?? '';
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
    const isNumber = search !== undefined && /^\d+$/.test(search);
    onChange(
      { ...filters, sellerOrderNumber: isNumber ? search : undefined, [words]: isNumber ? undefined : search },
      { replace: applied !== '' },
    );
  };
  const latest = useRef(apply);
  latest.current = apply;
  return (
    <TextInput
      type="search"
      className="o-search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latest.current(value), PAUSE_MS);
      }}
      onKeyDown={(event) => event.key === 'Enter' && apply(text)}
    />
  );
}

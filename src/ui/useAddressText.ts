import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { useChangeSearch } from './useChangeSearch';

/**
 * A search box's text, kept in the address under `name`: shown as typed, copied to the address with a delay, and read
 * back when the address changes otherwise. Typing goes to the first page.
 */
export function useAddressText(name: string): [text: string, type: (text: string) => void] {
  const [parameters] = useSearchParams();
  const changeSearch = useChangeSearch();
  const kept = parameters.get(name) ?? '';
  const isTraveling = useNavigationType() === 'POP';
  const [text, setText] = useState(kept);
  /** Typed text on its way to the address, which lags behind fast typing. */
  const onItsWay = useRef<string[]>([]);
  useEffect(() => {
    const at = isTraveling ? -1 : onItsWay.current.indexOf(kept);
    if (at >= 0) onItsWay.current.splice(0, at + 1);
    else {
      onItsWay.current = [];
      setText(kept);
    }
  }, [isTraveling, kept]);

  const type = (next: string) => {
    setText(next);
    onItsWay.current.push(next);
    changeSearch(
      (now) => {
        if (next) now.set(name, next);
        else now.delete(name);
        now.delete('page');
        return now;
      },
      { replace: true },
    );
  };
  return [text, type];
}

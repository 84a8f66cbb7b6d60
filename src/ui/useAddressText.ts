import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';

/**
 * The text of a search box that is kept in the address, under `name`: shown as it is typed, whenever the address
 * follows, and read from the address again when that is changed by anything else. Typing starts at the first page.
 */
export function useAddressText(name: string): [text: string, type: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const kept = parameters.get(name) ?? '';
  const isTraveling = useNavigationType() === 'POP';
  const [text, setText] = useState(kept);
  /** What was typed and is on its way into the address: the address lags behind a quick hand. */
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
    setParameters(
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

import { useEffect, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';

/**
 * The text of a search box that is kept in the address, under `name`: shown as it is typed, whenever the address
 * follows, and read from the address again when the reader goes back or forward. Typing starts at the first page.
 */
export function useAddressText(name: string): [text: string, type: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const kept = parameters.get(name) ?? '';
  const isTravelling = useNavigationType() === 'POP';
  const [text, setText] = useState(kept);
  useEffect(() => {
    if (isTravelling) setText(kept);
  }, [isTravelling, kept]);

  const type = (next: string) => {
    setText(next);
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

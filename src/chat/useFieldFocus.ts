import { useCallback, useEffect, useRef } from 'react';
import type { Channel } from 'stream-chat';

/** Puts the keyboard into the field once a message is taken up there, to edit or to quote it; `focusField` at any time. */
export function useFieldFocus(live: Channel) {
  const box = useRef<HTMLDivElement>(null);
  // Two frames later: a menu that closes gives the focus back to its button in the first.
  const focusField = useCallback(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus()));
  }, []);
  useEffect(
    () =>
      live.messageComposer.state.subscribeWithSelector(
        ({ editedMessage, quotedMessage }) => ({ taken: editedMessage?.id ?? quotedMessage?.id }),
        ({ taken }) => {
          if (taken) focusField();
        },
      ),
    [live, focusField],
  );
  return { box, focusField };
}

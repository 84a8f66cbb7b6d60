import { useCallback, useEffect, useRef } from 'react';
import type { Channel } from 'stream-chat';

/** Focuses the composer when a message is edited or quoted; call `focusField` any time. */
export function useFieldFocus(live: Channel) {
  const box = useRef<HTMLDivElement>(null);
  // Two frames later: a closing menu returns focus to its button in the first.
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

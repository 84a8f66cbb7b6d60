import { type ComponentType, useEffect, useState } from 'react';
import { useSessionState } from '../../providers/session';
import { reportError } from '../../providers/snackbar';
import { onAsked, openSheet, type Sheet } from './open';

type Load = () => Promise<{ default: ComponentType<{ onClose: () => void }> }>;

const SHEETS: Record<Sheet, Load> = {
  palette: () => import('./Palette'),
  shortcuts: () => import('./ShortcutSheet'),
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input,textarea,select,[contenteditable="true"]') !== null;

/** The shortcut's target, wherever the focus is; Ctrl/Cmd-K also while typing. */
function sheetOf(event: KeyboardEvent): Sheet | null {
  if (event.defaultPrevented || event.altKey) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette';
  return !isCommand && event.key === '?' && !isTyping(event.target) ? 'shortcuts' : null;
}

/** The command palette and shortcut sheet, loaded on first use. */
export function Commands() {
  const state = useSessionState();
  const isHere = state.status === 'signed-in' && state.user.onboarded && !state.hasEnded;
  const [shown, setShown] = useState<{ Content: Awaited<ReturnType<Load>>['default'] } | null>(null);

  useEffect(() => {
    if (!isHere) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const sheet = sheetOf(event);
      if (!sheet) return;
      event.preventDefault();
      openSheet(sheet);
    };
    const off = onAsked((sheet) => {
      SHEETS[sheet]().then(
        ({ default: Content }) => setShown((now) => now ?? { Content }),
        () => reportError(null, 'This didn’t load. Try again.'),
      );
    });
    addEventListener('keydown', onKeyDown);
    return () => {
      off();
      removeEventListener('keydown', onKeyDown);
    };
  }, [isHere]);

  return isHere && shown && <shown.Content onClose={() => setShown(null)} />;
}

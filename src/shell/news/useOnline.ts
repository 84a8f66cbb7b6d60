import { useEffect } from 'react';
import { callNews } from '../../providers/call/call-news';
import { closeSnack, showSnack } from '../../providers/snackbar';

const KEY = 'connection';

/** How many parts of the page say themselves that the connection is lost. */
let saying = 0;

function showOffline(): void {
  if (saying > 0) return;
  const message = 'You’re offline. We’ll reconnect automatically.';
  showSnack({ key: KEY, status: 'warning', message, timeoutMs: null });
}

/** Shows when the browser goes offline, and hides it once online again. */
export function useOnline(): void {
  useEffect(() => {
    const showBackOnline = () => closeSnack(KEY);
    const off = callNews.online.on((isOnline) => {
      // A reply to an earlier request says nothing about now.
      if (isOnline === navigator.onLine) isOnline ? showBackOnline() : showOffline();
    });
    addEventListener('offline', showOffline);
    addEventListener('online', showBackOnline);
    if (!navigator.onLine) showOffline();
    return () => {
      off();
      removeEventListener('offline', showOffline);
      removeEventListener('online', showBackOnline);
    };
  }, []);
}

/** For a part that says itself, while `isSaid`, that the connection is lost: meanwhile the message of the whole app is hidden. */
export function useSaysOffline(isSaid: boolean): void {
  useEffect(() => {
    if (!isSaid) return;
    saying += 1;
    closeSnack(KEY);
    return () => {
      saying -= 1;
      if (!navigator.onLine) showOffline();
    };
  }, [isSaid]);
}

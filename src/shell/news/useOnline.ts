import { useEffect } from 'react';
import { callNews } from '../../providers/call/call-news';
import { closeSnack, OFFLINE_SNACK, showSnack } from '../../providers/snackbar';

function showOffline(): void {
  const message = 'You’re offline. We’ll reconnect automatically.';
  showSnack({ key: OFFLINE_SNACK, status: 'warning', message, timeoutMs: null });
}

/** Shows when the browser goes offline, and hides it once online again. */
export function useOnline(): void {
  useEffect(() => {
    const showBackOnline = () => closeSnack(OFFLINE_SNACK);
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

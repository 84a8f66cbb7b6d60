import { useEffect } from 'react';
import { callNews } from '../providers/call-news';
import { closeSnack, showSnack } from '../providers/snackbar';

const KEY = 'connection';

function showOffline(): void {
  const message = 'You’re offline. We’ll reconnect automatically.';
  showSnack({ key: KEY, status: 'warning', message, timeoutMs: null });
}

/** Says that the connection is lost, as soon as the browser knows, and takes it back once it is there again. */
export function useOnline(): void {
  useEffect(() => {
    const showBackOnline = () => closeSnack(KEY);
    const off = callNews.online.on((isOnline) => {
      // An answer to what was asked before says nothing of now.
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

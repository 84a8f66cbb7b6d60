import { useEffect } from 'react';
import { callNews } from '../providers/call';
import { closeSnack, showSnack } from '../providers/snackbar';

const KEY = 'connection';

function sayOffline(): void {
  const message = 'You’re offline. We’ll reconnect automatically.';
  showSnack({ key: KEY, status: 'warning', message, timeoutMs: null });
}

/** Says that the connection is lost, as soon as the browser knows, and takes it back once it is there again. */
export function useOnline(): void {
  useEffect(() => {
    const sayBack = () => closeSnack(KEY);
    const off = callNews.online.on((isOnline) => {
      if (isOnline) sayBack();
      else if (!navigator.onLine) sayOffline();
    });
    addEventListener('offline', sayOffline);
    addEventListener('online', sayBack);
    if (!navigator.onLine) sayOffline();
    return () => {
      off();
      removeEventListener('offline', sayOffline);
      removeEventListener('online', sayBack);
    };
  }, []);
}

import { useEffect } from 'react';
import { callNews } from '../providers/call';
import { closeSnack, showSnack } from '../providers/snackbar';

const KEY = 'connection';

/** Says once that the connection is lost, until an answer comes again. */
export function useOnline(): void {
  useEffect(
    () =>
      callNews.online.on((isOnline) => {
        if (isOnline) closeSnack(KEY);
        else if (!navigator.onLine)
          showSnack({
            key: KEY,
            status: 'warning',
            message: 'You’re offline. We’ll reconnect automatically.',
            timeoutMs: null,
          });
      }),
    [],
  );
}

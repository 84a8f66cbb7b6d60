import { useEffect } from 'react';
import { reference } from '../../../domain/session/contract';
import { call } from '../../providers/call';
import { callNews } from '../../providers/call/call-news';
import { settings } from '../../providers/settings';
import { showSnack } from '../../providers/snackbar';

const EVERY_MS = 60_000;

/** Offers the server's new build; the person decides when to reload, and unsaved forms ask first. */
export function useVersionCheck(): void {
  useEffect(() => {
    if (!settings.buildId) return;
    let isOffered = false;
    const check = async () => {
      if (isOffered) return;
      const version = await call(reference.version, {}, { quiet: true, orgId: null }).catch(() => null);
      if (!version || version.appBuildId === settings.buildId) return;
      isOffered = true;
      const action = { label: 'Update', run: () => location.reload() };
      showSnack({
        key: 'update',
        status: 'info',
        message: 'A new version of Verdant is ready',
        action,
        timeoutMs: null,
      });
    };
    const timer = setInterval(check, EVERY_MS);
    const off = callNews.unreadable.on(() => void check());
    return () => {
      clearInterval(timer);
      off();
    };
  }, []);
}

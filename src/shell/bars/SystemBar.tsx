import { lazy, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import type { z } from 'zod';
import { create } from 'zustand';
import { reference } from '../../../domain/session/contract';
import type { SiteFlag } from '../../../domain/session/session';
import { call } from '../../providers/call';
import { hasEnded } from '../../providers/call/tokens';
import { useSessionState } from '../../providers/session';
import { isSigningOut } from '../../providers/session/auth';
import { simulate } from '../../providers/session/session-store';
import { settings } from '../../providers/settings';
import { Button } from '../../ui/Button';
import { useActiveScreen } from '../navigation/useAppNavigation';
import css from '../shell.module.css';

/** Only support staff see it. */
const ActingBar = lazy(() => import('./ActingBar'));

/** Notices for the whole page: acting or viewing as someone, maintenance, staging. */
export function SystemBar() {
  const state = useSessionState();
  const maintenance = useSiteFlags().find(({ slug }) => slug === 'MAINTENANCE_MESSAGE')?.description;
  const user = state.status === 'signed-in' ? state.user : null;
  const { pathname, search, hash } = useLocation();
  const isOpenToVisitors = useActiveScreen()?.screen.forVisitors === true;
  const hasLost =
    state.status === 'signed-out' && isOpenToVisitors && (hasEnded() || (state.wasHere && !isSigningOut()));
  const seenAs = state.status === 'signed-in' ? state.seenAs : null;
  return (
    <>
      {user?.impersonatedBy && (
        <Suspense>
          <ActingBar user={user} by={user.impersonatedBy.name} />
        </Suspense>
      )}
      {seenAs && (
        <section className={`${css.system} ${css.systemSeen}`} aria-label="Viewing as someone else">
          <span>
            You’re viewing Verdant as <strong>{seenAs.name}</strong>. Lists show what you can see yourself, and you
            can’t change anything.
          </span>
          <Button onClick={() => simulate(null)}>Stop viewing</Button>
        </section>
      )}
      {hasLost && (
        <section className={`${css.system} ${css.systemSeen}`} aria-label="Signed out" role="status">
          <span>You’ve been signed out. Sign in to see prices and your carts.</span>
          <Link className="v-button" to={`/login?returnTo=${encodeURIComponent(pathname + search + hash)}`}>
            Sign in
          </Link>
        </section>
      )}
      {maintenance && (
        <div className={css.system} role="status">
          {maintenance}
        </div>
      )}
      {settings.stagingLabel && <div className={`${css.system} ${css.systemStaging}`}>{settings.stagingLabel}</div>}
    </>
  );
}

type Flags = readonly z.infer<typeof SiteFlag>[];

const EVERY_MS = 60_000;

const useFlags = create<Flags>(() => settings.siteFlags ?? []);
let readAt = settings.siteFlags ? Date.now() : 0;

async function read(): Promise<void> {
  if (Date.now() - readAt < EVERY_MS) return;
  readAt = Date.now();
  try {
    useFlags.setState(await call(reference.siteFlags, {}, { quiet: true, orgId: null }), true);
  } catch {
    console.warn('Failed to fetch site flags');
  }
}

/** Site-wide notices: the page comes with them, and they are fetched every minute. */
function useSiteFlags(): Flags {
  useEffect(() => {
    void read();
    const timer = setInterval(read, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useFlags();
}

import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { PROVIDER_SILENT } from '../../domain/session/sign-in';
import { APP_DOWNLOAD, APPS } from '../access/navigation';
import { useScreenAccess } from '../access/useCan';
import { isUnanswered, messageOf } from '../providers/call/call-errors';
import type { Manifest, Screen } from '../providers/manifest';
import { useSessionState } from '../providers/session';
import { AFTER_SIGN_OUT, comesFromSignOut, isSigningOut } from '../providers/session/auth';
import { loadSession } from '../providers/session/session-store';
import { isInMobileApp } from '../providers/wrapper/client-type';
import { EmptyState } from '../ui/states';
import { ErrorScreen, Unreachable } from './errors/ErrorScreen';
import { LoadingScreen } from './errors/LoadingScreen';
import { isMobileDevice } from './navigation/device';
import { CreateOrganizationLink } from './session/CreateOrganizationLink';
import { SignedOut } from './session/SignedOut';
import { useLeaveOnSwitch } from './session/useLeaveOnSwitch';
import css from './shell.module.css';
import { useTitle } from './useTitle';

export type GuardProps = { manifest: Manifest; screen: Screen; children: ReactNode };

/** Shows a screen to people who may see it; others see what is missing or are redirected. */
export function Guard({ manifest, screen, children }: GuardProps) {
  const state = useSessionState();
  const { pathname, search, hash, state: given } = useLocation();
  const cameFrom = (given as { returnTo?: string } | null)?.returnTo ?? null;
  useTitle(screen.title);
  if (screen.isPublic || screen.layout === 'empty') return children;
  const returnTo = encodeURIComponent(pathname + search + hash);
  switch (state.status) {
    case 'loading':
      return <LoadingScreen />;
    case 'failed':
      return isUnanswered(state.error) ? (
        <Unreachable
          onRetry={() => void loadSession()}
          says={messageOf(state.error) === PROVIDER_SILENT ? PROVIDER_SILENT : undefined}
        />
      ) : (
        <ErrorScreen message={messageOf(state.error, '') || undefined} onRetry={() => void loadSession()} />
      );
    case 'signed-out':
      // Signed out elsewhere, a page open to visitors stays; the bar above it says what happened.
      if ((state.wasHere && !(screen.forVisitors && !isSigningOut() && !cameFrom)) || comesFromSignOut) {
        if (pathname === AFTER_SIGN_OUT) return <SignedOut returnTo={cameFrom} />;
        if (state.wasHere)
          return <Navigate replace to={AFTER_SIGN_OUT} state={{ returnTo: pathname + search + hash }} />;
      }
      if (screen.forVisitors) return <div className={css.screen}>{children}</div>;
      return <Navigate replace to={`/login?returnTo=${returnTo}`} />;
    case 'signed-in':
      if (!state.user.onboarded && screen.layout !== 'onboarding') {
        return <Navigate replace to={`/onboarding?returnTo=${returnTo}`} />;
      }
      if (isMobileDevice() && isDesktopOnly(manifest, screen) && !(screen.opensInMobileApp && isInMobileApp()))
        return <OnComputersOnly title={screen.title} />;
      return (
        <Permitted manifest={manifest} screen={screen}>
          {children}
        </Permitted>
      );
  }
}

const isDesktopOnly = ({ app }: Manifest, screen: Screen): boolean =>
  (screen.isDesktopOnly || APPS[app].isDesktopOnly) === true;

/** Remounts for another record, so input for one never ends up in the other. */
function Permitted({ manifest, screen, children }: GuardProps) {
  const { can, reason } = useScreenAccess(manifest, screen);
  const elsewhere = useLeaveOnSwitch(manifest, screen);
  const record = Object.values(useParams()).join('/');
  if (elsewhere !== null) return <Navigate replace={!elsewhere.isAskedFor} to={elsewhere.path} />;
  if (can)
    return (
      <div className={css.screen} key={record}>
        {children}
      </div>
    );
  return (
    <div className="page">
      <h1 tabIndex={-1}>{screen.title}</h1>
      <EmptyState icon="lock" title="You can’t open this page" hint={reason} action={<CreateOrganizationLink />} />
    </div>
  );
}

function OnComputersOnly({ title }: { title: string }) {
  return (
    <div className="page">
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState
        icon="info"
        title="This page only works on a computer"
        hint="Open Verdant on a computer to use it, or get the mobile app for everything else."
        action={
          !isInMobileApp() && (
            <Link className="v-button v-primary" to={APP_DOWNLOAD}>
              Get the mobile app
            </Link>
          )
        }
      />
    </div>
  );
}

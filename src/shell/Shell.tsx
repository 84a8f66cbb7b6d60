import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation as useRouteProgress, useSearchParams } from 'react-router';
import { onTopic } from '../providers/live';
import type { AppId } from '../providers/manifest';
import { useSessionState } from '../providers/session';
import type { SessionState } from '../providers/session/session-state';
import { isOffered } from '../providers/settings';
import { showSnack } from '../providers/snackbar';
import { isInMobileApp } from '../providers/wrapper/client-type';
import { useIsMedium } from '../ui/hooks';
import { useChangeSearch, without } from '../ui/useChangeSearch';
import { AppBar } from './bars/AppBar';
import { Footer } from './bars/Footer';
import { ProgressBar } from './bars/ProgressBar';
import { Slot } from './bars/Slot';
import { SnackView } from './bars/SnackView';
import { SystemBar } from './bars/SystemBar';
import { useSendKept } from './kept/useSendKept';
import { BottomNav } from './navigation/BottomNav';
import { NavDrawer, SideNav } from './navigation/SideNav';
import { useActiveScreen, useAppNavigation } from './navigation/useAppNavigation';
import { Badges, useBadges } from './navigation/useBadges';
import { useLookAhead } from './navigation/useLookAhead';
import { useRouteFocus } from './navigation/useRouteFocus';
import { useOnline } from './news/useOnline';
import { useVersionCheck } from './news/useVersionCheck';
import { Commands } from './palette/Commands';
import { DiscardFirst } from './questions/DiscardFirst';
import { LeaveQuestion, useUnloadQuestion } from './questions/LeaveQuestion';
import { Questions } from './questions/Questions';
import css from './Shell.module.css';
import { SessionEnded } from './session/SessionEnded';
import { SignOutQuestion } from './session/useSignOut';
import shared from './shell.module.css';
import { useKeptFrame } from './useKeptFrame';

/** Nobody who is signed in sees it. */
const HomeBar = lazy(() => import('./bars/HomeBar'));

const RAIL = 'verdant.nav.rail';
const NO_APPS: ReturnType<typeof useAppNavigation> = [];

/** Visitors see sign-in beside the parts of the app open to them; public pages have their own bar. */
function mayNavigate(state: SessionState, app: AppId | undefined): boolean {
  if (state.status === 'signed-in') return state.user.onboarded;
  return state.status === 'signed-out' && app !== undefined && app !== 'home';
}

/** The frame of every screen: bars, navigation, footer, messages and the dialogs of refused calls. */
export function Shell({ children }: { children: ReactNode }) {
  const state = useSessionState();
  const apps = useAppNavigation();
  const active = useActiveScreen();
  const isMedium = useIsMedium();
  const [isRail, setRail] = useState(() => (localStorage.getItem(RAIL) ?? String(innerWidth < 1280)) === 'true');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isLoading = useRouteProgress().state === 'loading';
  const main = useRouteFocus();
  useVersionCheck();
  useSnackParameter();
  useOnline();
  useUnloadQuestion();
  useMentionNews();
  useSyncNews();
  useKeptFrame(state, active);
  useLookAhead();
  useSendKept();

  const layout = active?.screen.layout ?? 'default';
  const hasNavigation = layout === 'default' && mayNavigate(state, active?.manifest.app);
  const toggle = () => {
    if (!isMedium) return setDrawerOpen(true);
    setRail(!isRail);
    localStorage.setItem(RAIL, String(!isRail));
  };

  return (
    <Badges value={useBadges(hasNavigation ? apps : NO_APPS)}>
      <div className={shared.shell} data-shell="all" data-app={active?.manifest.app ?? 'home'} data-layout={layout}>
        <a className={css.skip} href="#main">
          Skip to content
        </a>
        <ProgressBar isLoading={isLoading} />
        <SystemBar />
        {layout === 'home' && (
          <Suspense fallback={<div className={shared.bar} />}>
            <HomeBar />
          </Suspense>
        )}
        {layout === 'default' && (
          <AppBar onToggle={hasNavigation ? toggle : null} isExpanded={isMedium ? !isRail : isDrawerOpen} />
        )}
        <div className={css.body}>
          {hasNavigation && isMedium && <SideNav apps={apps} isRail={isRail} />}
          <main id="main" ref={main} tabIndex={-1} className={css.main}>
            {children}
          </main>
        </div>
        {(layout === 'home' || (layout === 'default' && isMedium)) && <Footer />}
        {hasNavigation && !isMedium && <BottomNav apps={apps} />}
        {hasNavigation && isDrawerOpen && !isMedium && <NavDrawer apps={apps} onClose={() => setDrawerOpen(false)} />}
        {isInMobileApp() && <Slot name="wrapper" />}
        <Commands />
        <Questions />
        <DiscardFirst />
        <LeaveQuestion />
        <SignOutQuestion />
        <SessionEnded />
        {layout !== 'empty' && <SnackView />}
        {state.status === 'signed-in' && <Slot name="beside" />}
      </div>
    </Badges>
  );
}

/** Shows a notice of a comment that mentions the reader, wherever they are. */
function useMentionNews(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onTopic('mentions', (event) => {
        if (event)
          void import('./news/mention-news').then(({ showMention }) => showMention(Number(event.id), navigate));
      }),
    [navigate],
  );
}

const LONGEST = 200;

/** `?snack=…` shows a message on arrival, once. */
function useSnackParameter(): void {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const message = params.get('snack');
  useEffect(() => {
    if (message === null) return;
    if (message) showSnack({ status: 'info', message: message.slice(0, LONGEST) });
    changeSearch(without('snack'), { replace: true });
  }, [message, changeSearch]);
}

/** Says when a license's history was read, wherever the reader is, where no feed tells it. */
function useSyncNews(): void {
  const state = useSessionState();
  const navigate = useNavigate();
  const before = useRef<number[]>([]);
  useEffect(() => {
    if (state.status !== 'signed-in' || isOffered('feed')) return;
    const licenses = state.organization?.licenses ?? [];
    const withStatus = (status: string) => licenses.flatMap((one) => (one.connectionStatus === status ? [one.id] : []));
    const read = withStatus('ONLINE').filter((id) => before.current.includes(id));
    before.current = withStatus('SYNCING_HISTORICAL_DATA');
    for (const id of read) void import('./news/sync-news').then(({ showSynced }) => showSynced(id, state, navigate));
  }, [state, navigate]);
}

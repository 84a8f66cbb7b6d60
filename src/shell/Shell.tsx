import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigation as useRouteProgress } from 'react-router';
import type { AppId } from '../providers/manifest';
import { useSessionState } from '../providers/session';
import type { SessionState } from '../providers/session/session-state';
import { useIsMedium } from '../ui/hooks';
import { AppBar } from './bars/AppBar';
import { Footer } from './bars/Footer';
import { ProgressBar } from './bars/ProgressBar';
import { SnackView } from './bars/SnackView';
import { SystemBar } from './bars/SystemBar';
import { BottomNav } from './navigation/BottomNav';
import { NavDrawer, SideNav } from './navigation/SideNav';
import { useActiveScreen, useAppNavigation } from './navigation/useAppNavigation';
import { Badges, useBadges } from './navigation/useBadges';
import { useRouteFocus } from './navigation/useRouteFocus';
import { useMentionNews } from './news/useMentionNews';
import { useOnline } from './news/useOnline';
import { useSnackParameter } from './news/useSnackParameter';
import { useSyncNews } from './news/useSyncNews';
import { useVersionCheck } from './news/useVersionCheck';
import { Commands } from './palette/Commands';
import { DiscardFirst } from './questions/DiscardFirst';
import { LeaveQuestion } from './questions/LeaveQuestion';
import { Questions } from './questions/Questions';
import { useUnloadQuestion } from './questions/useUnloadQuestion';
import css from './Shell.module.css';
import { SessionEnded } from './session/SessionEnded';
import shared from './shell.module.css';

/** Nobody who is signed in sees it. */
const HomeBar = lazy(() => import('./bars/HomeBar'));

const RAIL = 'verdant.nav.rail';

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

  const layout = active?.screen.layout ?? 'default';
  const hasNavigation = layout === 'default' && mayNavigate(state, active?.manifest.app);
  const toggle = () => {
    if (!isMedium) return setDrawerOpen(true);
    setRail(!isRail);
    localStorage.setItem(RAIL, String(!isRail));
  };

  return (
    <Badges value={useBadges(apps)}>
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
        <Commands />
        <Questions />
        <DiscardFirst />
        <LeaveQuestion />
        <SessionEnded />
        {layout !== 'empty' && <SnackView />}
      </div>
    </Badges>
  );
}

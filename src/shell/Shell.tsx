import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigation as useRouteProgress } from 'react-router';
import type { AppId } from '../providers/manifest';
import { useSessionState } from '../providers/session';
import type { SessionState } from '../providers/session-state';
import { useIsMedium } from '../ui/hooks';
import { AppBar } from './AppBar';
import { BottomNav } from './BottomNav';
import { DiscardFirst } from './DiscardFirst';
import { Footer } from './Footer';
import { LeaveQuestion } from './LeaveQuestion';
import { ProgressBar } from './ProgressBar';
import { Commands } from './palette/Commands';
import { Questions } from './Questions';
import { SessionEnded } from './SessionEnded';
import css from './Shell.module.css';
import { NavDrawer, SideNav } from './SideNav';
import { SnackView } from './SnackView';
import { SystemBar } from './SystemBar';
import shared from './shell.module.css';
import { useActiveScreen, useAppNavigation } from './useAppNavigation';
import { Badges, useBadges } from './useBadges';
import { useMentionNews } from './useMentionNews';
import { useOnline } from './useOnline';
import { useRouteFocus } from './useRouteFocus';
import { useSnackParameter } from './useSnackParameter';
import { useSyncNews } from './useSyncNews';
import { useUnloadQuestion } from './useUnloadQuestion';
import { useVersionCheck } from './useVersionCheck';

/** Nobody who is signed in sees it. */
const HomeBar = lazy(() => import('./HomeBar'));

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

import { type ReactNode, useState } from 'react';
import { useNavigation as useRouteProgress } from 'react-router';
import { useSessionState } from '../providers/session';
import { useIsMedium } from '../ui/hooks';
import { AppBar } from './AppBar';
import { BottomNav } from './BottomNav';
import { DiscardFirst } from './DiscardFirst';
import { Footer } from './Footer';
import { ProgressBar } from './ProgressBar';
import { Commands } from './palette/Commands';
import { Questions } from './Questions';
import { SessionEnded } from './SessionEnded';
import { NavDrawer, SideNav } from './SideNav';
import { SnackView } from './SnackView';
import { SystemBar } from './SystemBar';
import './shell.css';
import { useActiveScreen, useAppNavigation } from './useAppNavigation';
import { useOnline } from './useOnline';
import { useRouteFocus } from './useRouteFocus';
import { useSnackParameter } from './useSnackParameter';
import { useVersionCheck } from './useVersionCheck';

const RAIL = 'verdant.nav.rail';

/** What every screen stands in: bars, navigation, footer, notices and the dialogs any call may need. */
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

  const layout = active?.screen.layout ?? 'default';
  const hasNavigation = layout === 'default' && state.status === 'signed-in' && state.user.onboarded && apps.length > 0;
  const toggle = () => {
    if (!isMedium) return setDrawerOpen(true);
    setRail(!isRail);
    localStorage.setItem(RAIL, String(!isRail));
  };

  return (
    <div className="s-shell" data-app={active?.manifest.app ?? 'home'} data-layout={layout}>
      <a className="s-skip" href="#main">
        Skip to content
      </a>
      <ProgressBar isLoading={isLoading} />
      <SystemBar />
      {layout === 'default' && (
        <AppBar onToggle={hasNavigation ? toggle : null} isExpanded={isMedium ? !isRail : isDrawerOpen} />
      )}
      <div className="s-body">
        {hasNavigation && isMedium && <SideNav apps={apps} isRail={isRail} />}
        <main id="main" ref={main} tabIndex={-1} className="s-main">
          {children}
        </main>
      </div>
      {layout === 'default' && isMedium && <Footer />}
      {hasNavigation && !isMedium && <BottomNav apps={apps} />}
      {hasNavigation && isDrawerOpen && !isMedium && <NavDrawer apps={apps} onClose={() => setDrawerOpen(false)} />}
      <Commands />
      <Questions />
      <DiscardFirst />
      <SessionEnded />
      <SnackView />
    </div>
  );
}

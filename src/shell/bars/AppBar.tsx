import { useContext } from 'react';
import { Link, useLocation } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { IconButton } from '../../ui/Button';
import { useIsMedium } from '../../ui/hooks';
import { Icon } from '../../ui/Icon';
import { Unsent } from '../kept/Unsent';
import { Manifests, useActiveApp } from '../navigation/useAppNavigation';
import { openSheet } from '../palette/open';
import css from '../shell.module.css';
import { Bell } from './Bell';
import { ContextPicker } from './ContextPicker';
import { ProfileMenu } from './ProfileMenu';
import { Slot } from './Slot';

export type AppBarProps = {
  /** Absent without navigation. */
  onToggle: (() => void) | null;
  isExpanded: boolean;
};

export function AppBar({ onToggle, isExpanded }: AppBarProps) {
  const state = useSessionState();
  const app = useActiveApp();
  const isMarket = app === 'marketplace' && state.status === 'signed-in';
  const feed = useContext(Manifests).find(({ slots }) => slots?.feed)?.slots?.feed;
  return (
    <header className={css.bar} data-shell="bar">
      {onToggle && <IconButton icon="menu" label="Navigation" aria-expanded={isExpanded} onClick={onToggle} />}
      <Link className={css.brand} to={state.status === 'signed-in' ? '/marketplace' : '/'}>
        Verdant
      </Link>
      <div className={css.barMiddle}>
        {isMarket ? <Slot name="search" /> : state.status === 'signed-in' && state.user.onboarded && <FindAnything />}
      </div>
      {isMarket && <Slot name="cart" />}
      {state.status === 'signed-in' ? (
        <>
          <Unsent />
          {feed && <Bell load={feed} />}
          <ContextPicker session={state} />
          <ProfileMenu session={state} />
        </>
      ) : (
        state.status === 'signed-out' && <SignedOut isHome={app === 'home'} />
      )}
    </header>
  );
}

/** The palette's search box, where no search of the screen's app is. */
function FindAnything() {
  return (
    <button
      type="button"
      className={css.find}
      aria-haspopup="dialog"
      aria-label="Find anything"
      onClick={() => openSheet('palette')}
    >
      <Icon name="search" size={18} />
      <span>Find anything</span>
      <kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'} K</kbd>
    </button>
  );
}

function SignedOut({ isHome }: { isHome: boolean }) {
  const isMedium = useIsMedium();
  const { pathname } = useLocation();
  if (pathname === '/callback') return null;
  if (!isMedium && !isHome) {
    return (
      <Link className={`v-button ${css.onBar}`} to="/login">
        {settings.signUp === 'open' ? 'Sign in / Sign up' : 'Sign in'}
      </Link>
    );
  }
  return (
    <nav className={css.barActions} aria-label="Account">
      <Link className={`v-button ${css.onBar}`} to="/login">
        Sign in
      </Link>
      {settings.signUp === 'open' && (
        <Link className={`v-button ${css.onBar} ${css.strong}`} to="/signup">
          Get Started
        </Link>
      )}
    </nav>
  );
}

import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { isInMobileApp } from '../../providers/wrapper/client-type';
import { IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useIsMedium } from '../../ui/hooks';
import css from '../shell.module.css';

const PAGES = [
  { path: '/', label: 'Overview' },
  { path: '/features', label: 'Features' },
  { path: '/compare', label: 'Pricing' },
] as const;

/** The bar of the public pages. */
export default function HomeBar() {
  const isMedium = useIsMedium();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={css.bar} data-shell="bar">
      {!isMedium && <IconButton icon="menu" label="Navigation" aria-expanded={isOpen} onClick={() => setOpen(true)} />}
      <Link className={css.brand} to="/">
        Verdant
      </Link>
      <div className={css.barMiddle}>
        {isMedium && (
          <nav className={css.barActions} aria-label="Verdant">
            {PAGES.map((page) => (
              <PageLink key={page.path} {...page} className={css.barLink} />
            ))}
          </nav>
        )}
      </div>
      <WaysIn />
      {isOpen && !isMedium && <HomeDrawer onClose={() => setOpen(false)} />}
    </header>
  );
}

type PageLinkProps = { path: string; label: string; className?: string | undefined; onClick?: () => void };

function PageLink({ path, label, ...rest }: PageLinkProps) {
  const isHere = useLocation().pathname === path;
  return (
    <Link to={path} aria-current={isHere ? 'page' : undefined} {...rest}>
      {label}
    </Link>
  );
}

function WaysIn() {
  const { status } = useSessionState();
  if (status === 'loading') return null;
  return (
    <nav className={css.barActions} aria-label="Account">
      {status === 'signed-in' ? (
        <Link className={`v-button ${css.onBar} ${css.strong}`} to="/marketplace">
          Go to the app
        </Link>
      ) : (
        <>
          <Link className={`v-button ${css.onBar}`} to="/login">
            Sign in
          </Link>
          {settings.signUp === 'open' && (
            <Link className={`v-button ${css.onBar} ${css.strong}`} to="/signup">
              Get Started
            </Link>
          )}
        </>
      )}
    </nav>
  );
}

function HomeDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Verdant" onClose={onClose}>
      <nav className={css.apps} aria-label="Verdant">
        {PAGES.map(({ path, label }) => (
          <PageLink
            key={path}
            path={path}
            label={label === 'Pricing' ? 'Compare' : label}
            className={css.app}
            onClick={onClose}
          />
        ))}
        {!isInMobileApp() &&
          settings.appStores.map(({ label, address }) => (
            <a key={address} className={css.app} href={address} rel="noopener">
              {label}
            </a>
          ))}
      </nav>
    </Dialog>
  );
}

import { Link, useLocation } from 'react-router';
import type { NavApp } from '../access/navigation';
import { Icon } from '../ui/Icon';
import { activePath, useActiveApp } from './useAppNavigation';

/** On narrow screens: the entries of the app one is in, when there is more than one. */
export function BottomNav({ apps }: { apps: readonly NavApp[] }) {
  const { pathname } = useLocation();
  const active = useActiveApp();
  const items = apps.find(({ id }) => id === active)?.items ?? [];
  const current = activePath(apps, pathname);
  if (items.length < 2) return null;
  return (
    <nav className="s-bottom" aria-label="This app">
      {items.map(({ path, label, icon }) => (
        <Link key={path} to={path} aria-current={path === current ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

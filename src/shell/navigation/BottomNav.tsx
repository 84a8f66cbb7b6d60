import { useLocation } from 'react-router';
import type { NavApp } from '../../access/navigation';
import css from '../shell.module.css';
import { NavLink } from './NavLink';
import { activePath, useActiveApp } from './useAppNavigation';

/** On narrow screens: the current app's entries, if more than one. */
export function BottomNav({ apps }: { apps: readonly NavApp[] }) {
  const { pathname } = useLocation();
  const active = useActiveApp();
  const items = apps.find(({ id }) => id === active)?.items ?? [];
  const current = activePath(apps, pathname);
  if (items.length < 2) return null;
  return (
    <nav className={css.bottom} data-shell="bottom" aria-label="This app">
      {items.map((item) => (
        <NavLink key={item.path} item={item} current={current} />
      ))}
    </nav>
  );
}

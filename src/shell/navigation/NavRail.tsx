import { type CSSProperties, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { APP_DOWNLOAD, type NavApp } from '../../access/navigation';
import { Icon } from '../../ui/Icon';
import css from '../shell.module.css';
import { GetStarted } from './GetStarted';
import { NavBadge } from './NavBadge';
import { NavLink } from './NavLink';
import { activePath, useActiveApp } from './useAppNavigation';

/** An 80 px rail of icons; an app's entries open beside it on hover or focus, until Esc. */
export function NavRail({ apps }: { apps: readonly NavApp[] }) {
  const active = useActiveApp();
  const current = activePath(apps, useLocation().pathname);
  const [open, setOpen] = useState<{ id: string; top: number } | null>(null);
  const show = (id: string, element: HTMLElement) => setOpen({ id, top: element.getBoundingClientRect().top });

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(null);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <ul className={css.railApps}>
      {apps.map((app) => (
        <li
          key={app.id}
          onPointerEnter={(event) => show(app.id, event.currentTarget)}
          onPointerLeave={() => setOpen(null)}
          onFocus={(event) => show(app.id, event.currentTarget)}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(null)}
        >
          <Link
            className={css.railApp}
            to={app.items[0]?.path ?? APP_DOWNLOAD}
            aria-current={app.id === active ? 'true' : undefined}
          >
            <Icon name={app.icon} />
            <span>{app.label}</span>
            {app.isDesktopOnly && <span className="v-hidden"> (get the mobile app)</span>}
            <NavBadge of={app.items} />
          </Link>
          {open?.id === app.id && app.items.length > 1 && (
            <div className={css.flyout} style={{ '--s-top': `${open.top}px` } as CSSProperties}>
              <p>{app.label}</p>
              {app.items.map((item) => (
                <NavLink
                  key={item.path}
                  item={item}
                  current={current}
                  className={css.item}
                  onLeave={() => setOpen(null)}
                />
              ))}
            </div>
          )}
        </li>
      ))}
      <li>
        <GetStarted className={css.railApp} />
      </li>
    </ul>
  );
}

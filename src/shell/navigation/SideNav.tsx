import { type CSSProperties, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { APP_DOWNLOAD, type NavApp } from '../../access/navigation';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import css from '../shell.module.css';
import { GetStarted } from './GetStarted';
import { NavBadge } from './NavBadge';
import { NavLink } from './NavLink';
import { activePath, useActiveApp } from './useAppNavigation';

/** Beside the page on medium and larger screens: full, or as a rail of icons. */
export function SideNav({ apps, isRail }: { apps: readonly NavApp[]; isRail: boolean }) {
  return (
    <nav className={isRail ? css.rail : css.side} aria-label="Apps">
      {isRail ? <NavRail apps={apps} /> : <NavAccordion apps={apps} />}
    </nav>
  );
}

/** The same as an overlay on narrow screens. */
export function NavDrawer({ apps, onClose }: { apps: readonly NavApp[]; onClose: () => void }) {
  return (
    <Dialog title="Verdant" onClose={onClose}>
      <nav aria-label="Apps">
        <NavAccordion apps={apps} onLeave={onClose} />
      </nav>
    </Dialog>
  );
}

function NavAccordion({ apps, onLeave }: { apps: readonly NavApp[]; onLeave?: (() => void) | undefined }) {
  const active = useActiveApp();
  const current = activePath(apps, useLocation().pathname);
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <ul className={css.apps}>
      {apps.map((app) => {
        const isOpen = toggled[app.id] ?? app.id === active;
        return (
          <li key={app.id}>
            <NavAppEntry
              app={app}
              current={current}
              isOpen={isOpen}
              onToggle={() => setToggled({ ...toggled, [app.id]: !isOpen })}
              onLeave={onLeave}
            />
          </li>
        );
      })}
      <li>
        <GetStarted />
      </li>
    </ul>
  );
}

type NavAppEntryProps = {
  app: NavApp;
  current: string | null;
  isOpen: boolean;
  onToggle: () => void;
  onLeave: (() => void) | undefined;
};

function NavAppEntry({ app, current, isOpen, onToggle, onLeave }: NavAppEntryProps) {
  if (app.isDesktopOnly) {
    return (
      <Link className={css.app} to={APP_DOWNLOAD} onClick={onLeave}>
        <Icon name={app.icon} />
        <span>
          {app.label}
          <small className={css.elsewhere}>Get the mobile app</small>
        </span>
      </Link>
    );
  }
  const [only] = app.items;
  if (app.items.length === 1 && only) {
    return <NavLink item={only} current={current} className={css.app} onLeave={onLeave} />;
  }
  return (
    <>
      <button type="button" className={css.app} aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={app.icon} />
        {app.label}
        {!isOpen && <NavBadge of={app.items} />}
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
      </button>
      {isOpen && (
        <ul className={css.items}>
          {app.items.map((item) => (
            <li key={item.path}>
              <NavLink item={item} current={current} className={css.item} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An 80 px rail of icons; an app's entries open beside it on hover or focus, until Esc. */
function NavRail({ apps }: { apps: readonly NavApp[] }) {
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

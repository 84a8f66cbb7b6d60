import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './PageFrame.module.css';
import { RunningLine } from './RunningLine';

export type Crumb = { label: string; to: string };

export type PageFrameProps = {
  title: string;
  /** Beside the title: a status, a count. */
  aside?: ReactNode;
  breadcrumbs?: readonly Crumb[];
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  /** A thin line under the title while the page's data is loading. */
  busy?: boolean;
  children: ReactNode;
};

/** A page's title, breadcrumbs and actions above its content, which fills the remaining height. */
export function PageFrame({ title, aside, breadcrumbs, actions, busy = false, children }: PageFrameProps) {
  return (
    <div className="page" aria-busy={busy}>
      <header className={css.head}>
        <div className={css.titles}>
          {breadcrumbs && breadcrumbs.length > 0 && (
            <nav className={css.crumbs} aria-label="Breadcrumbs">
              <ol>
                {breadcrumbs.map((crumb) => (
                  <li key={crumb.to}>
                    <Link to={crumb.to}>{crumb.label}</Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className={css.title}>
            <h1>{title}</h1>
            {aside}
          </div>
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
        {busy && <RunningLine className={css.busy} />}
      </header>
      {children}
    </div>
  );
}

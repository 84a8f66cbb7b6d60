import type { ReactNode } from 'react';
import css from './home.module.css';

type PublicPageProps = {
  title: string;
  /** One sentence under the title. */
  lead?: string;
  children: ReactNode;
};

/** A public page, signed in or not. */
export function PublicPage({ title, lead, children }: PublicPageProps) {
  return (
    <article className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </article>
  );
}

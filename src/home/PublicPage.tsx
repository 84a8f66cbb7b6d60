import type { ReactNode } from 'react';
import css from './home.module.css';

/** A public page, signed in or not. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {children}
    </article>
  );
}

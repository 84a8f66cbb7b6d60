import type { ReactNode } from 'react';
import './home.css';

/** A page for everybody, signed in or not. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="h-page">
      <h1>{title}</h1>
      {children}
    </article>
  );
}

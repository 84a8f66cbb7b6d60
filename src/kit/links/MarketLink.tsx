import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link to all brands, styled as a button. */
export function MarketLink({ children }: { children: ReactNode }) {
  return (
    <Link className="v-button v-primary" to="/marketplace">
      {children}
    </Link>
  );
}

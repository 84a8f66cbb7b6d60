import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** To all brands, drawn as a button. */
export function MarketLink({ children }: { children: ReactNode }) {
  return (
    <Link className="v-button v-primary" to="/marketplace">
      {children}
    </Link>
  );
}

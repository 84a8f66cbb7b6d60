import { useEffect } from 'react';
import { noteVisit } from './visited';

const PRODUCT = 'Verdant';

/** Sets the browser tab's title while mounted. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
    if (title) noteVisit({ path: location.pathname, title });
  }, [title]);
}

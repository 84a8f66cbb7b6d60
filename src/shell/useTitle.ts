import { useEffect } from 'react';

const PRODUCT = 'Verdant';

/** Sets the browser tab's title while mounted. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}

import { useEffect } from 'react';

const PRODUCT = 'Verdant';

/** Names the browser tab, as long as the caller is on screen. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}

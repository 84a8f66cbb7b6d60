import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * On a new page, focus moves to its heading, so it is read out and Tab continues from there; if that was a loading
 * page's heading, then to the one that replaces it, until the person does something.
 */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    const page = main.current;
    if (!page) return;
    focusHeading(page);
    page.scrollTo(0, 0);
    scrollTo(0, 0);
    const watch = new MutationObserver(() => {
      if (document.activeElement === document.body) focusHeading(page);
    });
    const rest = () => watch.disconnect();
    watch.observe(page, { childList: true, subtree: true });
    for (const event of ACTS) addEventListener(event, rest, { once: true });
    return () => {
      rest();
      for (const event of ACTS) removeEventListener(event, rest);
    };
  }, [pathname]);
  return main;
}

const ACTS = ['keydown', 'pointerdown'] as const;

function focusHeading(page: HTMLElement): void {
  const heading = page.querySelector<HTMLElement>('h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  (heading ?? page).focus({ preventScroll: true });
}

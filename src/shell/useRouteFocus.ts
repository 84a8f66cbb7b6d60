import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** On every new page the focus moves to its heading, so that it is read out and Tab goes on from there. */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    (heading ?? main.current)?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
    scrollTo(0, 0);
  }, [pathname]);
  return main;
}

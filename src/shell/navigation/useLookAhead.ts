import { useContext, useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { Manifest, Screen } from '../../providers/manifest';
import { prepareClock } from '../../ui/reader-dates';
import { savesData } from '../../ui/slow-connection';
import { Manifests } from './useAppNavigation';

/** How long the pointer or focus rests on a link before what it leads to is asked for, in milliseconds. */
const REST_MS = 80;
/** How often a page that has arrived is asked whether it has loaded, so that the code of what it links to is fetched. */
const IDLE_MS = 2000;
const MOST_LINKS = 60;
const MOST_SCREENS = 2;

type Way = { screen: Screen; params: Readonly<Record<string, string | undefined>> };

/**
 * Fetches ahead what links lead to, unless the connection is to be spared: the code of the screens this one links to once
 * it is idle, and what such a screen shows (its module's `ahead`) once the pointer or focus rests on a link or row.
 */
export function useLookAhead(): void {
  const manifests = useContext(Manifests);
  const { pathname } = useLocation();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let resting: HTMLAnchorElement | null = null;
    const rest = (link: HTMLAnchorElement | null, ms: number) => {
      if (link === resting && ms > 0) return;
      clearTimeout(timer);
      resting = link;
      if (link) timer = setTimeout(() => void lookAhead(wayOf(manifests, link)), ms);
    };
    const onOver = ({ target }: Event) => rest(linkAt(target), REST_MS);
    const onFocus = ({ target }: Event) => rest(linkAt(target) ?? linkOfRow(target), REST_MS);
    const onDown = ({ target }: Event) => rest(linkAt(target) ?? linkOfRow(target), 0);
    const onLeave = () => rest(null, 0);
    const listened = [
      ['pointerover', onOver],
      ['focusin', onFocus],
      ['pointerdown', onDown],
    ] as const;
    for (const [name, listener] of listened) document.addEventListener(name, listener, { passive: true });
    document.documentElement.addEventListener('pointerleave', onLeave);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listened) document.removeEventListener(name, listener);
      document.documentElement.removeEventListener('pointerleave', onLeave);
    };
  }, [manifests]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page links to other screens
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.querySelector('main [aria-busy="true"]')) return;
      clearInterval(timer);
      prepareClock();
      void fetchScreens(manifests);
    }, IDLE_MS);
    return () => clearInterval(timer);
  }, [manifests, pathname]);
}

const linkAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/** The link that opens a grid's row, of which a cell has the pointer or focus. */
const linkOfRow = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element
    ? (target.closest('[role="row"]')?.querySelector<HTMLAnchorElement>('a[href]') ?? null)
    : null;

/** The screen a link leads to, if that is another one of this app. */
function wayOf(manifests: readonly Manifest[], { origin, pathname, target }: HTMLAnchorElement): Way | null {
  if (origin !== location.origin || target || pathname === location.pathname) return null;
  let found: Way | null = null;
  for (const { screens } of manifests) {
    for (const screen of screens) {
      const params = matchPath(`/${screen.path}`, pathname)?.params;
      // `orders/new` rather than `orders/:slug`.
      if (params && (!found || Object.keys(params).length < Object.keys(found.params).length))
        found = { screen, params };
    }
  }
  return found;
}

async function lookAhead(way: Way | null): Promise<void> {
  if (way === null || savesData()) return;
  // What fails is asked again when the link is followed, which says so.
  const loaded = await way.screen.load().catch(() => null);
  loaded?.ahead?.(way.params);
}

async function fetchScreens(manifests: readonly Manifest[]): Promise<void> {
  if (savesData()) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].slice(0, MOST_LINKS);
  const ways = Map.groupBy(
    links.flatMap((link) => wayOf(manifests, link)?.screen ?? []),
    (screen) => screen,
  );
  // What most lead to is what the page is there to open.
  const screens = [...ways].sort(([, one], [, other]) => other.length - one.length).slice(0, MOST_SCREENS);
  for (const [screen] of screens) await screen.load().catch(() => null);
}

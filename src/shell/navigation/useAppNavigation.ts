import { createContext, useContext, useMemo } from 'react';
import { matchPath, useMatches } from 'react-router';
import { type NavApp, navigation, requirementOf } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import type { AppId, Manifest, Screen } from '../../providers/manifest';
import { useSessionState } from '../../providers/session';
import { isMobileDevice } from './device';

export const Manifests = createContext<readonly Manifest[]>([]);

/** The apps and entries the person may open now. */
export function useAppNavigation(): readonly NavApp[] {
  const state = useSessionState();
  const { ability } = useCan();
  const manifests = useContext(Manifests);
  return useMemo(() => {
    const here = state.status === 'signed-in' ? state : null;
    const given = {
      isSignedIn: here !== null,
      ability,
      holdsLicense: (here?.organization?.licenses.length ?? 0) > 0,
      hasSellerCompany: here?.sellerCompany != null,
      hasBuyerCompany: here?.buyerCompany != null,
      isMarketplaceLinked: here?.sellerCompany?.isMarketplaceLinked ?? false,
      enabledFeatures: here?.membership?.enabledFeatures ?? [],
      isMobile: isMobileDevice(),
    };
    return navigation(given, manifests);
  }, [state, ability, manifests]);
}

export type RouteHandle = { manifest: Manifest; screen: Screen };

/** The screen of an address, with its app. */
export function useActiveScreen(): RouteHandle | null {
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  return handles.findLast((handle) => handle !== undefined) ?? null;
}

export function useActiveApp(): AppId | null {
  return useActiveScreen()?.manifest.app ?? null;
}

/** The path of the navigation entry of an address: of the one whose own or covered path matches most of it. */
export function activePath(apps: readonly NavApp[], pathname: string): string | null {
  const matching = apps
    .flatMap(({ items }) => items)
    .flatMap(({ path, covers }) => [path, ...covers].map((covered) => ({ path, covered })))
    .filter(({ covered }) => matchPath({ path: covered, end: false }, pathname));
  return matching.sort((a, b) => b.covered.length - a.covered.length)[0]?.path ?? null;
}

/** Whether the person may open the screen at an address of this app. */
export function useMayOpen(pathname: string): boolean {
  const manifests = useContext(Manifests);
  const { can } = useCan();
  return manifests.some((manifest) =>
    manifest.screens.some(
      (screen) => matchPath(`/${screen.path}`, pathname) !== null && can(requirementOf(manifest, screen)),
    ),
  );
}

import { useContext, useEffect, useState } from 'react';
import { matchPath, type NavigateFunction, useLocation } from 'react-router';
import { afterSwitch } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import type { Manifest, Screen } from '../../providers/manifest';
import { useSessionState } from '../../providers/session';
import { scopeNow, selectOrganization } from '../../providers/session/session-store';
import { showSnack } from '../../providers/snackbar';
import { Manifests } from '../navigation/useAppNavigation';

type Seen = { orgId: number | null; pathname: string };

/** The screen seen last; outlives it, since a switch of organization mounts all of them anew. */
let seenLast: Seen | null = null;

/** The page a switch under way is made for, which screens of the former organization lead to. */
let askedFor: { orgId: number; path: string } | null = null;

/** Switches to an organization and opens a page of it. Raises as `selectOrganization` does. */
export async function openInOrganization(orgId: number, path: string, navigate: NavigateFunction): Promise<void> {
  const own = { orgId, path };
  askedFor = own;
  try {
    await selectOrganization(orgId);
    if (askedFor !== own) return;
    if (scopeNow()?.orgId !== orgId) {
      return void showSnack({ status: 'error', message: 'You’re no longer a member of that organization.' });
    }
    if (location.pathname + location.search !== path) await navigate(path);
  } finally {
    if (askedFor === own) askedFor = null;
  }
}

type Elsewhere = { path: string; isAskedFor: boolean };

/**
 * Where to go from a screen once the person has switched organization: a record of the former one leads to the list of
 * its kind, a filtered list to the whole list, unless they switched to open a page. Null to stay.
 */
export function useLeaveOnSwitch(manifest: Manifest, screen: Screen): Elsewhere | null {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const manifests = useContext(Manifests);
  const { can } = useCan();
  const orgId = state.status === 'signed-in' ? (state.scope?.orgId ?? null) : null;
  const [entered, setEntered] = useState<Seen>(() => seenLast ?? { orgId, pathname });
  const hasSwitched =
    entered.pathname === pathname && entered.orgId !== null && orgId !== null && entered.orgId !== orgId;
  const screens = manifests.flatMap((one) => one.screens.map((opened) => ({ manifest: one, screen: opened })));
  const wanted = hasSwitched && askedFor?.orgId === orgId ? askedFor.path : null;
  const to = hasSwitched
    ? (wanted ??
      afterSwitch({ manifest, screen }, pathname, {
        can,
        find: (path) => screens.find((one) => matchPath(`/${one.screen.path}`, path) !== null),
      }))
    : null;
  const leaves = to !== null && to !== pathname + search;
  useEffect(() => {
    if (!leaves) seenLast = { orgId, pathname };
  }, [leaves, orgId, pathname]);
  if (leaves) return { path: to, isAskedFor: wanted !== null };
  if (entered.pathname !== pathname || entered.orgId !== orgId) setEntered({ orgId, pathname });
  return null;
}

import { useContext, useEffect, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { afterSwitch } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import type { Manifest, Screen } from '../../providers/manifest';
import { useSessionState } from '../../providers/session';
import { Manifests } from '../navigation/useAppNavigation';

type Seen = { orgId: number | null; pathname: string };

/** The screen seen last; outlives it, since a switch of organization mounts all of them anew. */
let seenLast: Seen | null = null;

/**
 * Where to go from a screen once the person has switched organization: a record of the former one leads to the list of
 * its kind, a filtered list to the whole list. Null to stay.
 */
export function useLeaveOnSwitch(manifest: Manifest, screen: Screen): string | null {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const manifests = useContext(Manifests);
  const { can } = useCan();
  const orgId = state.status === 'signed-in' ? (state.scope?.orgId ?? null) : null;
  const [entered, setEntered] = useState<Seen>(() => seenLast ?? { orgId, pathname });
  const hasSwitched =
    entered.pathname === pathname && entered.orgId !== null && orgId !== null && entered.orgId !== orgId;
  const screens = manifests.flatMap((one) => one.screens.map((opened) => ({ manifest: one, screen: opened })));
  const to = hasSwitched
    ? afterSwitch({ manifest, screen }, pathname, {
        can,
        find: (path) => screens.find((one) => matchPath(`/${one.screen.path}`, path) !== null),
      })
    : null;
  const leaves = to !== null && to !== pathname + search;
  useEffect(() => {
    if (!leaves) seenLast = { orgId, pathname };
  }, [leaves, orgId, pathname]);
  if (leaves) return to;
  if (entered.pathname !== pathname || entered.orgId !== orgId) setEntered({ orgId, pathname });
  return null;
}

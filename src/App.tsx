import { Refine, type RefineProps } from '@refinedev/core';
import { StrictMode, useEffect, useMemo, useRef, useState } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { AccessProvider, accessControlOf } from './access/useCan';
import { dataProviderOf } from './providers/data';
import type { Manifest } from './providers/manifest';
import { liveProvider, refreshOnChange } from './providers/refine/live-refine';
import { FreshQueryClient } from './providers/refine/query-client';
import { ReadAddress, routerProvider } from './providers/refine/router';
import { SessionKeeper, useSessionState } from './providers/session';
import { authProvider } from './providers/session/auth';
import { invitationIn } from './providers/session/pending-invitation';
import type { SessionState } from './providers/session/session-state';
import { scopeNow } from './providers/session/session-store';
import { useIsStartingOver } from './providers/session/start-over';
import { isOffered } from './providers/settings';
import { notificationProvider } from './providers/snackbar';
import { LoadingScreen } from './shell/errors/LoadingScreen';
import { Manifests } from './shell/navigation/useAppNavigation';
import { routesOf } from './shell/routes';
import { Shell } from './shell/Shell';

const FRESH_MS = 10_000;

/** Queries don't retry because calls already do where that is safe. */
function newQueryClient(): FreshQueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
}

function refineParts(manifests: readonly Manifest[]): RefineProps {
  return {
    routerProvider,
    dataProvider: dataProviderOf(scopeNow),
    authProvider,
    accessControlProvider: accessControlOf(manifests),
    notificationProvider,
    liveProvider: liveProvider(),
    resources: manifests.map(({ name, label, screens }) => ({
      name,
      meta: { label },
      ...Object.fromEntries(
        screens.flatMap(({ action, path }) => (action ? [[action, `/${path.replace(':slug', ':id')}`]] : [])),
      ),
    })),
  };
}

type Parts = { manifests: readonly Manifest[]; refine: RefineProps };

/** The zones its companies set, whatever their order: that is by name. */
const zonesOf = (state: SessionState): string => {
  const companies = state.status === 'signed-in' ? state.organization?.companies : undefined;
  return `${companies?.map(({ companyId, timeZone }) => companyId + (timeZone ?? '')).sort()}`;
};

/**
 * Everything cached and on screen belongs to one person, organization and company, and remounts when that changes.
 * Nothing mounts until the session is known.
 */
function Root(parts: Parts) {
  const state = useSessionState();
  const [wasKnown, setWasKnown] = useState(false);
  const isLeft = useIsStartingOver();
  if (!wasKnown && state.status !== 'loading') setWasKnown(true);
  if (!wasKnown || isLeft) return <LoadingScreen />;
  return <Framed key={state.status === 'signed-in' ? state.contextKey : ''} {...parts} />;
}

function Framed({ manifests, refine }: Parts) {
  const client = useMemo(newQueryClient, []);
  useEffect(() => refreshOnChange(client), [client]);
  const zones = useSessionState(zonesOf);
  const readWith = useRef(zones);
  // `Days` begins the screens anew whose own zone it is; what is typed in others stays.
  useEffect(() => {
    if (readWith.current === zones) return;
    readWith.current = zones;
    void client.invalidateQueries();
  }, [client, zones]);
  const options: RefineProps['options'] = {
    disableTelemetry: true,
    disableRouteChangeHandler: true,
    syncWithLocation: false,
    warnWhenUnsavedChanges: true,
    // `refreshOnChange` refetches each query once, however many hooks use it; grids merge their own changes.
    liveMode: 'off',
    reactQuery: { clientConfig: client },
  };
  return (
    <Refine {...refine} options={options}>
      <ReadAddress>
        <Manifests value={manifests}>
          <AccessProvider>
            <Shell>
              <Outlet />
            </Shell>
          </AccessProvider>
        </Manifests>
      </ReadAddress>
    </Refine>
  );
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The router over these manifests' screens; it begins to load the one at this address. */
export function routerOf(all: readonly Manifest[]): AppRouter {
  const manifests = all.filter(({ part = [] }) => isOffered(part));
  const invitation = invitationIn(location);
  if (invitation !== null) history.replaceState(null, '', invitation);
  const root = <Root manifests={manifests} refine={refineParts(manifests)} />;
  return createBrowserRouter(routesOf(manifests, root));
}

/** The whole app, composed; `router` where that was made before the first render. */
export function App({ manifests, router: made }: { manifests: readonly Manifest[]; router?: AppRouter }) {
  const router = useMemo(() => made ?? routerOf(manifests), [made, manifests]);
  return (
    <StrictMode>
      <SessionKeeper>
        <RouterProvider router={router} />
      </SessionKeeper>
    </StrictMode>
  );
}

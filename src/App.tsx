import { Refine } from '@refinedev/core';
import routerBindings from '@refinedev/react-router';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, useMemo } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { accessControlOf } from './access/provider';
import { authProvider } from './providers/auth';
import { dataProviderOf } from './providers/data';
import { liveProviderOf, refreshOnChange } from './providers/live-refine';
import type { Scope } from './providers/manifest';
import { SessionKeeper, useSessionState } from './providers/session';
import { sessionState } from './providers/session-store';
import { notificationProvider } from './providers/snackbar';
import { manifests } from './resources';
import { routesOf } from './shell/routes';
import { Shell } from './shell/Shell';
import { Manifests } from './shell/useAppNavigation';

const FRESH_MS = 10_000;

const dataProvider = dataProviderOf(manifests, scope);
const liveProvider = liveProviderOf(manifests);
const accessControlProvider = accessControlOf(manifests, () => {
  const state = sessionState();
  return state.status === 'signed-in' ? state.actor : null;
});
const resources = manifests.map(({ name, label, screens }) => ({
  name,
  meta: { label },
  ...Object.fromEntries(
    screens.flatMap(({ action, path }) => (action ? [[action, `/${path.replace(':slug', ':id')}`]] : [])),
  ),
}));
const router = createBrowserRouter(routesOf(manifests, <Root />));

function scope(): Scope {
  const state = sessionState();
  if (state.status !== 'signed-in' || !state.scope) throw new Error('No organization is entered');
  return state.scope;
}

/** Calls repeat themselves where that is safe, so queries do not. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** All that is cached and on screen belongs to one person, organisation and company; for another it starts anew. */
function Root() {
  const state = useSessionState();
  return <Framed key={state.status === 'signed-in' ? state.contextKey : ''} />;
}

function Framed() {
  const client = useMemo(newQueryClient, []);
  useEffect(() => refreshOnChange(client), [client]);
  return (
    <Refine
      routerProvider={routerBindings}
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      notificationProvider={notificationProvider}
      liveProvider={liveProvider}
      resources={resources}
      options={{
        disableTelemetry: true,
        disableRouteChangeHandler: true,
        syncWithLocation: false,
        warnWhenUnsavedChanges: true,
        liveMode: 'auto',
        reactQuery: { clientConfig: client },
      }}
    >
      <Manifests value={manifests}>
        <Shell>
          <Outlet />
        </Shell>
      </Manifests>
    </Refine>
  );
}

export function App() {
  return (
    <StrictMode>
      <SessionKeeper>
        <RouterProvider router={router} />
      </SessionKeeper>
    </StrictMode>
  );
}

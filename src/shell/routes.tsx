import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import type { Manifest, Screen } from '../providers/manifest';
import { Days } from './Days';
import { ErrorScreen } from './errors/ErrorScreen';
import { LoadingScreen } from './errors/LoadingScreen';
import { ErrorPage, LastResort, RouteError } from './errors/RouteError';
import { Guard } from './Guard';
import type { RouteHandle } from './navigation/useAppNavigation';

function routeOf(manifest: Manifest, screen: Screen): RouteObject {
  return {
    path: screen.path,
    handle: { manifest, screen } satisfies RouteHandle,
    lazy: async () => {
      const { default: Content } = await screen.load();
      return {
        element: (
          <Days key={screen.path} of={manifest.days ?? 'all'}>
            <Guard manifest={manifest} screen={screen}>
              <Content />
            </Guard>
          </Days>
        ),
      };
    },
  };
}

/** Every manifest's screens as lazily loaded routes inside `root`. */
export function routesOf(manifests: readonly Manifest[], root: ReactNode): RouteObject[] {
  return [
    {
      element: root,
      errorElement: <LastResort />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        {
          errorElement: (
            <ErrorPage>
              <RouteError />
            </ErrorPage>
          ),
          children: [
            ...manifests.flatMap((manifest) => manifest.screens.map((screen) => routeOf(manifest, screen))),
            { path: '*', element: <ErrorScreen status={404} message="This page could not be found" /> },
          ],
        },
      ],
    },
  ];
}

import { useContext, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { APPS, requirementOf } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import type { Manifest, Screen } from '../../providers/manifest';
import { isMobileDevice } from '../navigation/device';
import { Manifests, useAppNavigation } from '../navigation/useAppNavigation';
import type { Entry } from './entries';

/** Pages that can be found by name; navigation entries follow the navigation's rules. */
function isPlace(
  { app }: Manifest,
  { path, title, nav, layout, isPublic, isUnlisted, isDesktopOnly }: Screen,
): boolean {
  if (isPublic || isUnlisted || title === '' || (layout ?? 'default') !== 'default') return false;
  if (path.includes(':') || path.includes('*') || nav) return false;
  return !(isMobileDevice() && (isDesktopOnly || APPS[app].isDesktopOnly));
}

/** Every page the person may open. */
export function usePlaces(): readonly Entry[] {
  const manifests = useContext(Manifests);
  const apps = useAppNavigation();
  const { can } = useCan();
  const navigate = useNavigate();
  return useMemo(() => {
    const place = (path: string, label: string, app: (typeof apps)[number]['id']): Entry => ({
      id: `place ${path}`,
      group: 'Go to',
      label,
      hint: APPS[app].label === label ? '' : APPS[app].label,
      icon: APPS[app].icon,
      run: () => void navigate(path),
    });
    return [
      ...apps.flatMap(({ id, items }) => items.map(({ path, label }) => place(path, label, id))),
      ...manifests.flatMap((manifest) =>
        manifest.screens
          .filter((screen) => isPlace(manifest, screen) && can(requirementOf(manifest, screen)))
          .map(({ path, title }) => place(`/${path}`, title, manifest.app)),
      ),
    ];
  }, [manifests, apps, can, navigate]);
}

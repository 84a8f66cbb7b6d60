import { lazy, Suspense, useContext, useMemo } from 'react';
import { Manifests } from '../navigation/useAppNavigation';

/** What a part of the app adds to the frame; loaded where shown. */
export function Slot({ name }: { name: 'search' | 'cart' | 'beside' | 'wrapper' }) {
  const manifests = useContext(Manifests);
  const Content = useMemo(() => {
    const load = manifests.find(({ slots }) => slots?.[name])?.slots?.[name];
    // If it fails to load, the frame goes without; the screen below reports the problem.
    return load ? lazy(() => load().catch(() => ({ default: () => null }))) : null;
  }, [manifests, name]);
  return <Suspense>{Content && <Content />}</Suspense>;
}

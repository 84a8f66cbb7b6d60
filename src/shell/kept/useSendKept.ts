import { useContext, useEffect } from 'react';
import { counted } from '../../../domain/text';
import { actorOf, hasStore, type KeptAct, onOpened } from '../../providers/kept/here';
import type { LoadKind } from '../../providers/kept/send';
import type { Keeps, Manifest } from '../../providers/manifest';
import { useSessionState } from '../../providers/session';
import { Manifests } from '../navigation/useAppNavigation';

/** What the app’s parts keep, by its kind. */
export const keepsOf = (manifests: readonly Manifest[]): ReadonlyMap<string, Keeps> =>
  new Map(manifests.flatMap(({ keeps = [] }) => keeps.map((one) => [one.kind, one] as const)));

/** How much that is: “3 weights and 1 scan”. */
export function inWords(acts: readonly KeptAct[], manifests: readonly Manifest[]): string {
  const keeps = keepsOf(manifests);
  const kinds = [...new Set(acts.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const [one, many] = keeps.get(kind)?.nouns ?? ['entry', 'entries'];
      return counted(acts.filter((act) => act.kind === kind).length, one, many);
    })
    .join(' and ');
}

/** Sends what the person kept in this browser, whatever screen is open. Browsers that kept nothing load nothing for it. */
export function useSendKept(): void {
  const manifests = useContext(Manifests);
  const who = useSessionState((state) => (state.status === 'signed-in' ? actorOf(state) : null));
  useEffect(() => {
    if (who === null) return;
    const keeps = keepsOf(manifests);
    const load: LoadKind = async (kind) => (await keeps.get(kind)?.load()) ?? null;
    let isOver = false;
    const start = async () => {
      const { sendKept } = await import('../../providers/kept/acts');
      if (!isOver) sendKept(load);
    };
    // Without a connection its code may not come; it is asked for again once there is one.
    const startSafely = () => void start().catch(() => undefined);
    const startIfKept = () => void hasStore().then((has) => has && startSafely());
    startIfKept();
    const off = onOpened.on(startSafely);
    addEventListener('online', startIfKept);
    return () => {
      isOver = true;
      off();
      removeEventListener('online', startIfKept);
    };
  }, [who, manifests]);
}

import { create } from 'zustand';
import { DiscardQuestion } from '../../kit/form/questions/DiscardQuestion';
import { dropUnsaved, hasUnsaved } from '../../providers/unsaved';

const useWaiting = create<{ act: (() => void) | null }>(() => ({ act: null }));
const wait = (act: (() => void) | null): void => useWaiting.setState({ act });

/**
 * Runs an action that closes every screen without changing the address, asking first if something unsaved would be
 * lost.
 */
export function discardFirst(act: () => void): void {
  if (hasUnsaved()) wait(act);
  else act();
}

/** The dialog of `discardFirst`. */
export function DiscardFirst() {
  const act = useWaiting(({ act }) => act);
  if (act === null) return null;
  const discard = () => {
    wait(null);
    dropUnsaved();
    act();
  };
  return <DiscardQuestion onStay={() => wait(null)} onDiscard={discard} />;
}

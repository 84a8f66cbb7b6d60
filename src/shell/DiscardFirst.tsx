import { create } from 'zustand';
import { DiscardQuestion } from '../kit/form/DiscardQuestion';
import { dropUnsaved, hasUnsaved } from '../providers/unsaved';

const useWaiting = create<{ act: (() => void) | null }>(() => ({ act: null }));
const wait = (act: (() => void) | null): void => useWaiting.setState({ act });

/** Does what takes every screen away without changing the address, after asking where something typed would be lost. */
export function discardFirst(act: () => void): void {
  if (hasUnsaved()) wait(act);
  else act();
}

/** The question of `discardFirst`. */
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

import { useSyncExternalStore } from 'react';
import { DiscardQuestion } from '../kit/form/DiscardQuestion';
import { listeners } from '../providers/listeners';
import { dropUnsaved, hasUnsaved } from '../providers/unsaved';

let waiting: (() => void) | null = null;
const changes = listeners<void>();

function wait(act: (() => void) | null): void {
  waiting = act;
  changes.emit();
}

/** Does what takes every screen away without changing the address, after asking where something typed would be lost. */
export function discardFirst(act: () => void): void {
  if (hasUnsaved()) wait(act);
  else act();
}

/** The question of `discardFirst`. */
export function DiscardFirst() {
  const act = useSyncExternalStore(changes.on, () => waiting);
  if (act === null) return null;
  const discard = () => {
    wait(null);
    dropUnsaved();
    act();
  };
  return <DiscardQuestion onStay={() => wait(null)} onDiscard={discard} />;
}

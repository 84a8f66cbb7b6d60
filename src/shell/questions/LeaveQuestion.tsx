import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { DiscardQuestion } from '../../kit/form/questions/DiscardQuestion';
import { isStartingOver } from '../../providers/session/start-over';
import { dropUnsaved, hasUnsaved, losesUnsaved, useHasUnsaved } from '../../providers/unsaved';

const isLost: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasUnsaved() &&
  (from.pathname !== to.pathname || losesUnsaved(new URLSearchParams(from.search), new URLSearchParams(to.search)));

/** Asks before navigation loses unsaved input; see `useUnsaved`. */
export function LeaveQuestion() {
  const blocker = useBlocker(isLost);
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    dropUnsaved();
    blocker.proceed();
  };
  return <DiscardQuestion onStay={() => blocker.reset()} onDiscard={leave} />;
}

/** Makes the browser ask before closing or reloading while something is unsaved, unless it is a former person's. */
export function useUnloadQuestion(): void {
  const isUnsaved = useHasUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isStartingOver()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

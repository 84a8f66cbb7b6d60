import { type BlockerFunction, useBlocker } from 'react-router';
import { DiscardQuestion } from '../kit/form/DiscardQuestion';
import { dropUnsaved, losesUnsaved, useHasUnsaved } from '../providers/unsaved';

/** Asks before an address is left where something typed would be lost; see `useUnsaved`. */
export function LeaveQuestion() {
  const isUnsaved = useHasUnsaved();
  const shouldBlock: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
    isUnsaved &&
    (from.pathname !== to.pathname || losesUnsaved(new URLSearchParams(from.search), new URLSearchParams(to.search)));
  const blocker = useBlocker(shouldBlock);
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    dropUnsaved();
    blocker.proceed();
  };
  return <DiscardQuestion onStay={() => blocker.reset()} onDiscard={leave} />;
}

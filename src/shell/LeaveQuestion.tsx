import { type BlockerFunction, useBlocker } from 'react-router';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

export type LeaveQuestionProps = {
  /** Whether something unsaved would be lost. */
  when: boolean;
  /** Whether going there loses it; every other address does unless said. */
  loses?: (from: URLSearchParams, to: URLSearchParams) => boolean;
};

/** Asks before an address is left with unsaved changes; the shell sees to the page being closed. */
export function LeaveQuestion({ when, loses = () => false }: LeaveQuestionProps) {
  const shouldBlock: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
    when && (from.pathname !== to.pathname || loses(new URLSearchParams(from.search), new URLSearchParams(to.search)));
  const blocker = useBlocker(shouldBlock);
  if (blocker.state !== 'blocked') return null;
  return <DiscardQuestion onStay={() => blocker.reset()} onDiscard={() => blocker.proceed()} />;
}

/** Whether to give up what is not saved yet. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      title="Leave without saving?"
      onClose={onStay}
      actions={
        <>
          <Button tone="danger" onClick={onDiscard}>
            Leave and discard
          </Button>
          <Button tone="primary" onClick={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}

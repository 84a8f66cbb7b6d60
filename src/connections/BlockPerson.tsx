import { blockedUsers as calls } from '../../domain/connections/contract';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCall } from '../providers/refine/use-call';

type Props = {
  person: { userId: string; displayName: string };
  onDone?: () => unknown;
  onClose: () => void;
};

/** Asks before someone is blocked, and says what that does. */
export function BlockPerson({ person: { userId, displayName }, onDone, onClose }: Props) {
  const { run } = useCall(calls.block, { showsErrors: true });
  return (
    <Confirm
      title={`Block ${displayName}?`}
      act="Block"
      run={() => run({ params: { userId } })}
      success={`${displayName} is blocked.`}
      {...(onDone ? { onDone } : {})}
      onClose={onClose}
    >
      <p>You can’t find, invite or message each other anymore. {displayName} isn’t told.</p>
      <p>A connection or invite between you ends, and doesn’t come back if you unblock them.</p>
      <p>On a team you share, you still see each other in the team and on its orders.</p>
    </Confirm>
  );
}

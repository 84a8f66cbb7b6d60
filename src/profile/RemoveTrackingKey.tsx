import { tracking as calls } from '../../domain/integrations/contract';
import { stateName } from '../../domain/organization/us-states';
import { Confirm } from '../kit/form/Confirm';
import { useCall } from '../providers/use-call';

type Props = { usState: string; onDone: () => void; onClose: () => void };

/** Asks before one's key of a state is forgotten. */
export function RemoveTrackingKey({ usState, onDone, onClose }: Props) {
  const name = stateName(usState);
  const { run } = useCall(calls.removeKey, { showsErrors: true });
  return (
    <Confirm
      title={`Remove your key for ${name}?`}
      act="Remove"
      run={() => run({ params: { usState } })}
      success={`Your key for ${name} is removed.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>Licenses that are read with it go offline until they are connected with another key.</p>
    </Confirm>
  );
}

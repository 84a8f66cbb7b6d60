import { stateName } from '../../../domain/organization/us-states';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useResourceDelete } from '../../providers/refine/use-resource';
import { trackingKeys } from '../resource';

type Props = { usState: string; onClose: () => void };

/** Asks before deleting the person's key for a state. */
export function RemoveTrackingKey({ usState, onClose }: Props) {
  const name = stateName(usState);
  const { run } = useResourceDelete(trackingKeys, { showsErrors: true });
  return (
    <Confirm
      title={`Remove your key for ${name}?`}
      act="Remove"
      run={() => run(usState)}
      success={`Key for ${name} removed.`}
      onClose={onClose}
    >
      <p>Licenses synced with it go offline until you connect them with another key.</p>
    </Confirm>
  );
}

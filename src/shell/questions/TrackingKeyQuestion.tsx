import { tracking as calls } from '../../../domain/integrations/contract';
import { stateName } from '../../../domain/organization/us-states';
import { usePersonOnly } from '../../access/useCan';
import { KeyDialog } from '../../kit/form/questions/KeyDialog';
import { useCall } from '../../providers/refine/use-call';

type Props = { reason: string; state: string; onClose: () => void; onSaved: () => void };

/** Asks for the person's own tracking system key for a state. */
export function TrackingKeyQuestion({ reason, state, onClose, onSaved }: Props) {
  const saveKey = useCall(calls.saveKey, { showsErrors: true });
  const personOnly = usePersonOnly();
  return (
    <KeyDialog
      title={`Tracking system key for ${stateName(state)}`}
      field="metrcApiKey"
      hint="Find it in your state tracking system account. We encrypt it and never show it again."
      saveLabel="Save key"
      whyNot={personOnly}
      save={(metrcApiKey) => saveKey.run({ body: { usState: state, metrcApiKey } })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <p>{reason}</p>
    </KeyDialog>
  );
}

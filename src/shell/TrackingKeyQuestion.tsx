import { tracking as calls } from '../../domain/integrations/contract';
import { stateName } from '../../domain/organization/us-states';
import { usePersonOnly } from '../access/usePersonOnly';
import { KeyDialog } from '../kit/form/KeyDialog';
import { useCall } from '../providers/use-call';

type Props = { reason: string; state: string; onClose: () => void; onKept: () => void };

/** Asks for the person's own tracking system key of a state. */
export function TrackingKeyQuestion({ reason, state, onClose, onKept }: Props) {
  const keep = useCall(calls.keepKey, { showsErrors: true });
  const personOnly = usePersonOnly();
  return (
    <KeyDialog
      title={`Tracking system key for ${stateName(state)}`}
      field="metrcApiKey"
      hint="Find it in your state tracking system account. We encrypt it and never show it again."
      saveLabel="Save key"
      whyNot={personOnly}
      save={(metrcApiKey) => keep.run({ body: { usState: state, metrcApiKey } })}
      onSaved={onKept}
      onClose={onClose}
    >
      <p>{reason}</p>
    </KeyDialog>
  );
}

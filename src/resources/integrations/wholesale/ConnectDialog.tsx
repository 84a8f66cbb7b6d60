import type { WholesaleSync } from '../../../../domain/integrations/integrations';
import { stateName } from '../../../../domain/organization/us-states';
import { KeyDialog } from '../../../kit/form/questions/KeyDialog';
import { useResourceCreate } from '../../../providers/refine/use-resource';
import { showSnack } from '../../../providers/snackbar';
import { wholesaleSyncs } from '../resource';
import type { StateSync } from './StateRow';

type Props = { state: StateSync; onClose: () => void };

/** Asks for a state's wholesale marketplace key, and says what it allows once connected. */
export function ConnectDialog({ state: { stateAbbv, sync }, onClose }: Props) {
  const name = stateName(stateAbbv);
  const isReplaced = sync?.isActive === true;
  const connect = useResourceCreate(wholesaleSyncs, { showsErrors: true });
  const connected = ({ access }: WholesaleSync) => {
    const isRead = access === 'READ';
    showSnack({
      status: isRead ? 'warning' : 'success',
      message: isRead
        ? `${name} is connected, but this key can only read orders.`
        : `${name} is connected. We’ll send it every change to its orders.`,
    });
    onClose();
  };
  return (
    <KeyDialog
      title={isReplaced ? `Replace the key for ${name}` : `Connect ${name}`}
      field="apiKey"
      hint="We encrypt it and never show it again."
      saveLabel={isReplaced ? 'Replace key' : 'Connect'}
      save={(apiKey) => connect.run({ stateAbbv, apiKey })}
      onSaved={connected}
      onClose={onClose}
    >
      <p>
        Enter the wholesale marketplace key for your {name} shop. Give it write access to orders, so we can send your
        changes.
      </p>
    </KeyDialog>
  );
}

import type { WholesaleSync } from '../../../../domain/integrations/integrations';
import { stateName } from '../../../../domain/organization/us-states';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import css from '../../../shell/shell.module.css';
import { wholesaleSyncs } from '../resource';

type Props = { sync: WholesaleSync; onClose: () => void };

/** Asks before deleting a connection, and says what happens to its orders. */
export function DisableDialog({ sync, onClose }: Props) {
  const name = stateName(sync.stateAbbv);
  const { run } = useResourceDelete(wholesaleSyncs, { showsErrors: true });
  return (
    <Confirm
      title={`Disable ${name}?`}
      act="Disable"
      run={() => run(sync.id)}
      success={`${name} is no longer connected.`}
      onClose={onClose}
    >
      <p>
        We delete the key. Orders from the wholesale marketplace stay here, but we no longer send it changes. To
        reconnect {name}, enter a key.
      </p>
      {sync.undelivered.some(({ isWaiting }) => isWaiting) && (
        <p className={css.after}>Changes we haven’t sent yet are discarded.</p>
      )}
    </Confirm>
  );
}

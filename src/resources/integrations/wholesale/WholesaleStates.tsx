import { useState } from 'react';
import type { WholesaleSync } from '../../../../domain/integrations/integrations';
import { stateName } from '../../../../domain/organization/us-states';
import { useCan } from '../../../access/useCan';
import { KeyDialog } from '../../../kit/form/questions/KeyDialog';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceCreate, useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { askForPlan } from '../../../providers/session/refusals';
import { showSnack } from '../../../providers/snackbar';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states';
import css from '../integrations.module.css';
import { wholesaleSyncs } from '../resource';
import { DisableDialog } from './DisableDialog';
import { StateRow, type StateSync } from './StateRow';

type Act = { kind: 'connect' | 'disable'; state: StateSync };

/** The states the organization sells in, each with its wholesale marketplace connection. */
export function WholesaleStates({ mayChange }: { mayChange: boolean }) {
  const { organization } = useSession();
  const { whyNot, lacksPlan } = useCan();
  const planFallsShort = whyNot(wholesaleSyncs.create.requires);
  const missing = lacksPlan(wholesaleSyncs.create.requires);
  const { query: syncs, result } = useResourceList(wholesaleSyncs);
  const [act, setAction] = useState<Act | null>(null);

  if (!syncs.data) {
    if (syncs.isError) return <ErrorState message={messageOf(syncs.error)} onRetry={() => void syncs.refetch()} />;
    return <Skeleton height="72px" />;
  }
  const sold = (organization?.companies ?? []).map(({ state }) => state.ansiAbbrevation);
  const states = [...new Set([...sold, ...result.data.map(({ stateAbbv }) => stateAbbv)])].sort();
  if (states.length === 0) {
    return (
      <EmptyState
        icon="store"
        title="Nothing to connect"
        hint="The wholesale marketplace is for sellers. The states you sell in appear here."
      />
    );
  }
  const close = () => setAction(null);
  /** Checks the plan before asking for a key. */
  const begin = (kind: Act['kind'], state: StateSync) => {
    if (kind === 'connect' && missing) askForPlan(missing);
    else setAction({ kind, state });
  };
  return (
    <>
      {mayChange && planFallsShort && <p className={css.note}>{planFallsShort}</p>}
      <ul className={css.rows}>
        {states.map((stateAbbv) => {
          const state = { stateAbbv, sync: result.data.find((sync) => sync.stateAbbv === stateAbbv) ?? null };
          return (
            <StateRow key={stateAbbv} state={state} mayChange={mayChange} onAction={(kind) => begin(kind, state)} />
          );
        })}
      </ul>
      {act?.kind === 'connect' && <ConnectDialog state={act.state} onClose={close} />}
      {act?.kind === 'disable' && act.state.sync && <DisableDialog sync={act.state.sync} onClose={close} />}
    </>
  );
}

type Props = { state: StateSync; onClose: () => void };

/** Asks for a state's wholesale marketplace key, and says what it allows once connected. */
function ConnectDialog({ state: { stateAbbv, sync }, onClose }: Props) {
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

import { useState } from 'react';
import type { TrackingKey } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { QueryState } from '../../kit/form/QueryState';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useResourceDelete, useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { TrackingKeyQuestion } from '../../shell/questions/TrackingKeyQuestion';
import { Button } from '../../ui/Button';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import css from '../profile.module.css';
import { trackingKeys } from '../resource';

type Act = { kind: 'enter' | 'remove'; usState: string };

/** The person's tracking system keys, for the states whose licenses they see. Renders nothing without any. */
export function TrackingKeys() {
  const states = useSession().membership?.states ?? [];
  return states.length === 0 ? null : (
    <section className={css.section} aria-labelledby="p-tracking-keys">
      <h2 id="p-tracking-keys">Tracking system keys</h2>
      <p className="muted">We sync your licenses with them. Once saved, a key is never shown again.</p>
      <Keys states={states} />
    </section>
  );
}

function Keys({ states }: { states: readonly string[] }) {
  const { query } = useResourceList(trackingKeys);
  return <QueryState query={query}>{({ data }) => <KeyList states={states} keys={data} />}</QueryState>;
}

type KeyListProps = { states: readonly string[]; keys: readonly TrackingKey[] };

function KeyList({ states, keys }: KeyListProps) {
  const personOnly = usePersonOnly();
  const [act, setAction] = useState<Act | null>(null);
  const close = () => setAction(null);
  const hasKey = (usState: string) => keys.some((key) => key.usState === usState);
  const all = [...new Set([...states, ...keys.map(({ usState }) => usState)])].sort();
  return (
    <>
      <ul className={css.keys}>
        {all.map((usState) => (
          <KeyRow
            key={usState}
            usState={usState}
            kept={keys.find((key) => key.usState === usState)}
            isDisabled={personOnly !== null}
            onAction={(kind) => setAction({ kind, usState })}
          />
        ))}
      </ul>
      {personOnly && <WhyNot reason={personOnly} />}
      {act?.kind === 'enter' && (
        <TrackingKeyQuestion
          reason={
            hasKey(act.usState)
              ? `This replaces your key for ${stateName(act.usState)}.`
              : `We use it to sync your licenses in ${stateName(act.usState)}.`
          }
          state={act.usState}
          onSaved={close}
          onClose={close}
        />
      )}
      {act?.kind === 'remove' && <RemoveTrackingKey usState={act.usState} onClose={close} />}
    </>
  );
}

type KeyRowProps = {
  usState: string;
  kept: TrackingKey | undefined;
  isDisabled: boolean;
  onAction: (kind: Act['kind']) => void;
};

function KeyRow({ usState, kept, isDisabled, onAction }: KeyRowProps) {
  const name = stateName(usState);
  return (
    <li>
      <div>
        <p>
          {name} {!kept && <Pill>No key</Pill>}
        </p>
        {kept && (
          <p className="muted">
            Ending in {kept.lastFour}, saved {dateHere(kept.updated)}.
          </p>
        )}
      </div>
      <div className={css.acts}>
        {kept && (
          <button type="button" className="v-link" disabled={isDisabled} onClick={() => onAction('remove')}>
            Remove<span className="v-hidden"> the key for {name}</span>
          </button>
        )}
        <Button disabled={isDisabled} onClick={() => onAction('enter')}>
          {kept ? 'Replace' : 'Add key'}
          <span className="v-hidden"> {kept ? `the key for ${name}` : `for ${name}`}</span>
        </Button>
      </div>
    </li>
  );
}

type Props = { usState: string; onClose: () => void };

/** Asks before deleting the person's key for a state. */
function RemoveTrackingKey({ usState, onClose }: Props) {
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

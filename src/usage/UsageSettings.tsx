import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BROWSER_REFUSES, USAGE_LABELS, USAGE_LEVELS, type UsageLevel } from '../../domain/usage/agreement';
import { usage as calls } from '../../domain/usage/contract';
import { USAGE_DAYS } from '../../domain/usage/events';
import { usePersonOnly } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { FormSheet } from '../kit/form/FormSheet';
import { QueryState } from '../kit/form/QueryState';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCallForm } from '../kit/form/useRecordForm';
import { callKey, useCall, useCallQuery } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import { asksNotToBeTracked } from './signals';
import css from './usage.module.css';

export const LEVEL_OPTIONS = USAGE_LEVELS.map((value) => ({ value, label: USAGE_LABELS[value] }));

/** What the person lets be measured of how they work, and the way to what was. */
export default function UsageSettings() {
  const personOnly = usePersonOnly();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <p className="muted">
        Helps us see what is slow or hard to use. Nothing you type, and no name, price, license number or message, is
        recorded: all text but our own headings and buttons is masked. What we store is deleted after {USAGE_DAYS} days.{' '}
        <Link to="/privacy">Privacy</Link>
      </p>
      {asksNotToBeTracked() ? <p role="note">{BROWSER_REFUSES}</p> : <Level isLocked={personOnly !== null} />}
      <div className={css.acts}>
        <Link className="v-button" to="/profile/recordings">
          Your recordings
        </Link>
        <Button tone="danger" disabled={personOnly !== null} onClick={() => setDeleting(true)}>
          Delete what was measured
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
      {isDeleting && <Forget onClose={() => setDeleting(false)} />}
    </>
  );
}

function Level({ isLocked }: { isLocked: boolean }) {
  const query = useCallQuery(calls.mine, {}, { topics: ['usage', 'organization'] });
  return (
    <QueryState query={query}>
      {({ person, organization }) => (
        <>
          {organization === 'OFF' && (
            <p role="note">
              Your organization doesn’t allow this, so nothing is measured or recorded. Its owner and admins can allow
              it under Setup.
            </p>
          )}
          {organization === 'EVENTS' && (
            <p role="note">Your organization doesn’t allow recordings, so none are made.</p>
          )}
          {isLocked ? <p>{USAGE_LABELS[person]}</p> : <LevelForm level={person} />}
        </>
      )}
    </QueryState>
  );
}

function LevelForm({ level }: { level: UsageLevel }) {
  const client = useQueryClient();
  const form = useCallForm<typeof calls.agree, { level: UsageLevel }>(calls.agree, {
    values: { level },
    success: 'Saved.',
    onSaved: (saved) => client.setQueryData(callKey(calls.mine, {}), saved),
  });
  return (
    <FormSheet
      form={form}
      label="Recording and use"
      save="Save choice"
      fields={[
        { name: 'level', label: 'Let Verdant measure', control: 'select', options: LEVEL_OPTIONS, required: true },
      ]}
    />
  );
}

function Forget({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { run } = useCall(calls.forget, { showsErrors: true });
  return (
    <Confirm
      title="Delete what was measured?"
      act="Delete all"
      run={() => run({})}
      success="Deleted. Nothing more is measured."
      onDone={() => client.invalidateQueries({ queryKey: callKey(calls.mine) })}
      onClose={onClose}
    >
      <p>All your recordings and measurements are deleted, and nothing more is measured. This can’t be undone.</p>
    </Confirm>
  );
}

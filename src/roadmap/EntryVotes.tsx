import { useState } from 'react';
import { roadmap as calls } from '../../domain/roadmap/contract';
import { type RoadmapEntry, whyNoVote } from '../../domain/roadmap/entry';
import { counted } from '../../domain/text';
import { Can } from '../access/useCan';
import { FormSheet } from '../kit/form/FormSheet';
import { useCallForm } from '../kit/form/useRecordForm';
import { Panel } from '../kit/record/RecordPage';
import { useCall } from '../providers/refine/use-call';
import { closeSnack, showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Field';
import { dateHere } from '../ui/reader-dates';
import { useRefreshRoadmap } from './resource';
import styles from './roadmap.module.css';

type Said = Pick<RoadmapEntry, 'hasVoted' | 'isFollowing'>;

/** An entry's votes with their reasons, and the reader's own: shown at once, and as it was if it fails. */
export function EntryVotes({ entry }: { entry: RoadmapEntry }) {
  const { id, reasons } = entry;
  const refresh = useRefreshRoadmap();
  const vote = useCall(calls.vote, { failure: 'Couldn’t save your vote.' });
  const unvote = useCall(calls.unvote, { failure: 'Couldn’t take your vote back.' });
  const follow = useCall(calls.follow, { failure: 'Couldn’t change what you follow.' });
  const [pressed, setPressed] = useState<Said | null>(null);
  const { hasVoted, isFollowing } = pressed ?? entry;
  const votes = entry.votes + Number(hasVoted) - Number(entry.hasVoted);
  const params = { id };
  /** Shows what was pressed until the reply is here. Returns whether it was done. */
  const say = async (said: Said, run: () => Promise<{ ok: boolean }>) => {
    setPressed(said);
    const { ok } = await run();
    if (ok) await refresh();
    setPressed(null);
    return ok;
  };
  const key = `roadmap-vote-${id}`;
  const castVote = async (reason: string) => {
    closeSnack(key);
    const run = () => vote.run({ params, body: { reason } });
    if (!(await say({ hasVoted: true, isFollowing: true }, run))) return;
    const undo = () => void takeBack('');
    showSnack({ key, status: 'success', message: 'You voted, and follow it.', action: { label: 'Undo', run: undo } });
  };
  const takeBack = async (reason: string) => {
    closeSnack(key);
    const run = () => unvote.run({ params });
    if (!(await say({ hasVoted: false, isFollowing: false }, run))) return;
    const undo = () => void castVote(reason);
    showSnack({ key, status: 'success', message: 'Your vote is taken back.', action: { label: 'Undo', run: undo } });
  };
  const problem = whyNoVote(entry);
  const isBusy = pressed !== null;
  return (
    <Panel title={counted(votes, 'vote')}>
      <Can requires={calls.vote.requires}>
        <div className={styles.say}>
          <Button
            tone={hasVoted ? 'plain' : 'primary'}
            icon={hasVoted ? 'check' : 'arrowUp'}
            aria-pressed={hasVoted}
            busy={isBusy}
            disabled={problem !== null}
            onClick={() => void (hasVoted ? takeBack(entry.reason) : castVote(''))}
          >
            {hasVoted ? 'You voted' : 'Vote'}
          </Button>
          <Checkbox
            label="Tell me when its status changes"
            checked={isFollowing}
            aria-busy={isBusy}
            onChange={({ target: { checked } }) => {
              if (isBusy) return;
              const run = () => follow.run({ params, body: { isFollowing: checked } });
              void say({ hasVoted, isFollowing: checked }, run);
            }}
          />
          {problem && <span className="v-hint">{problem}</span>}
        </div>
        {hasVoted && problem === null && <OwnReason entry={entry} />}
      </Can>
      {reasons.length > 0 && (
        <ul className={styles.items} aria-label="Reasons">
          {reasons.map(({ id, by, reason, created, isOwn }) => (
            <li key={id}>
              <p>{reason}</p>
              <span className="v-hint">
                {isOwn ? `You, seen as ${by}` : by} · {dateHere(created)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What it would change for who voted. */
function OwnReason({ entry: { id, reason } }: { entry: RoadmapEntry }) {
  const refresh = useRefreshRoadmap();
  const form = useCallForm(calls.vote, {
    params: { id },
    values: { reason },
    success: 'Reason saved.',
    onSaved: refresh,
  });
  return (
    <FormSheet
      form={form}
      label="Your reason"
      save="Save reason"
      fields={[
        {
          name: 'reason',
          label: 'What would it change for you?',
          maxLength: 160,
          placeholder: 'Saves us two hours a week',
          hint: 'Optional. Others see it with your organization’s name, never yours.',
        },
      ]}
    />
  );
}

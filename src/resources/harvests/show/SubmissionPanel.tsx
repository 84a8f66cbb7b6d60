import type { Harvest } from '../../../../domain/harvests/harvest';
import { whyNotSubmit } from '../../../../domain/harvests/rules';
import { counted } from '../../../../domain/text';
import { Panel } from '../../../kit/record/RecordPage';
import { Button } from '../../../ui/Button';
import css from '../harvests.module.css';
import { progressText, refusedOf } from '../harvests.text';

type PanelProps = { harvest: Harvest; whyNot: string | null; onAgain: () => void };

/** How far a harvest is on its way to the tracking system, and what was refused there. */
export function SubmissionPanel({ harvest, whyNot, onAgain }: PanelProps) {
  const { sent, total, waiting, problem } = harvest.submission;
  const refused = refusedOf(harvest);
  const noAgain = whyNot ?? whyNotSubmit(harvest);
  const { endProblem } = harvest;
  const isDone = waiting === 0 && problem === null && harvest.state !== 'SUBMITTING';
  if (isDone && refused.length === 0 && endProblem === null) return null;
  return (
    <Panel
      title="Submission"
      actions={
        refused.length > 0 && (
          <Button icon="refresh" disabled={noAgain !== null} title={noAgain ?? undefined} onClick={onAgain}>
            Try again
          </Button>
        )
      }
    >
      <progress
        className={css.progress}
        max={Math.max(total, 1)}
        value={sent}
        aria-label="Sent to the tracking system"
      />
      <p role="status">
        {progressText(harvest)}
        {waiting > 0 && `, ${waiting} waiting`}. {problem ?? (waiting > 0 ? 'You can leave this page.' : '')}
      </p>
      {endProblem !== null && (
        <p>
          The tracking system refused to {harvest.state === 'FINISHED' ? 'reopen' : 'finish'} it: {endProblem}
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p className="v-hint">
            The tracking system refused {counted(refused.length, 'record')}. Put right what it says, then try again.
          </p>
          <ul className={css.list} aria-label="Refused">
            {refused.map(({ key, what, why }) => (
              <li key={key}>
                <span className={css.what}>
                  <b>{what}</b>
                  <span>{why}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

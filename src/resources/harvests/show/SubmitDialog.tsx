import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest } from '../../../../domain/harvests/harvest';
import type { SubmissionPreview } from '../../../../domain/harvests/preview';
import { formatNumber } from '../../../../domain/money';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { Skeleton } from '../../../ui/states';
import css from '../harvests.module.css';
import { weightText } from '../harvests.text';

/** Shows what submitting sends to the tracking system, call by call, before it does. */
export function SubmitDialog({ harvest, onClose }: { harvest: Harvest; onClose: () => void }) {
  const params = { id: harvest.id };
  const preview = useCallQuery(calls.previewSubmission, { params }, { staleTime: 0, topics: ['harvests'] });
  const { run } = useCall(calls.submit, { showsErrors: true });
  const isAgain = harvest.submission.refused > 0;
  return (
    <Confirm
      title={isAgain ? `Submit what was refused of “${harvest.name}” again?` : `Submit “${harvest.name}”?`}
      act={isAgain ? 'Submit again' : 'Submit harvest'}
      tone="primary"
      width={680}
      whyNot={preview.data ? preview.data.problem : 'Working out what will be sent…'}
      run={() => run({ params, body: { version: harvest.version } })}
      success="We’re sending it to the tracking system. You can leave this page."
      onClose={onClose}
    >
      <QueryState
        query={preview}
        skeleton={<Skeleton height="160px" />}
        failure="We couldn’t work out what would be sent."
      >
        {(data) => <Steps harvest={harvest} preview={data} />}
      </QueryState>
    </Confirm>
  );
}

function Steps({ harvest, preview: { steps, warnings } }: { harvest: Harvest; preview: SubmissionPreview }) {
  return (
    <>
      {steps.length > 0 && (
        <>
          <p>We send this to the tracking system, in this order. After that, its plants can’t be weighed again.</p>
          <table className={css.steps}>
            <caption className="v-hidden">What is sent</caption>
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">Records</th>
                <th scope="col">Left after it</th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ kind, words, records, after }) => (
                <tr key={`${kind} ${words} ${after.current}`}>
                  <th scope="row">{words}</th>
                  <td>{formatNumber(records)}</td>
                  <td>
                    {weightText(harvest, after.current)}
                    <span className="v-hint">
                      {' '}
                      of {weightText(harvest, after.wet)} wet, {weightText(harvest, after.waste)} waste,{' '}
                      {weightText(harvest, after.packaged)} packaged
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {warnings.length > 0 && (
        <ul className={css.warnings} aria-label="Before you submit">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

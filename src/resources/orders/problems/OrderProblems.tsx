import { useState } from 'react';
import type { OrderProblem } from '../../../../domain/orders/problems/contract';
import { PROBLEM_LABELS } from '../../../../domain/orders/problems/problems';
import { Panel } from '../../../kit/record/RecordPage';
import { FromMessage } from '../../../shell/FromMessage';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { momentHere } from '../../../ui/reader-dates';
import styles from '../orders.module.css';
import css from './OrderProblems.module.css';

const AnswerDialog = lazyDialog(async () => (await import('./AnswerDialog')).AnswerDialog);

type OrderProblemsProps = {
  order: { id: number };
  problems: readonly OrderProblem[];
  title?: string;
  /** The seller's side, who may change the order. */
  canAnswer?: boolean;
};

/** What the buyer reported as wrong with an order, with the seller's answers; nothing before the first report. */
export function OrderProblems(props: OrderProblemsProps) {
  const { order, problems, title = 'Reported problems', canAnswer = false } = props;
  const [answering, setAnswering] = useState<OrderProblem>();
  if (problems.length === 0) return null;
  const waiting = problems.filter(({ answer }) => answer === null).length;
  return (
    <Panel
      title={
        <>
          {title} {waiting > 0 && <span className={styles.count}>{waiting} waiting for an answer</span>}
        </>
      }
    >
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.id} className={css.problem}>
            <b>{PROBLEM_LABELS[problem.kind]}</b>
            <span className={styles.sub}>
              {problem.by}, <time dateTime={problem.created}>{momentHere(problem.created)}</time>
            </span>
            {problem.lines.length > 0 && (
              <ul className={css.lines}>
                {problem.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <p className={css.text}>{problem.message}</p>
            <FromMessage of={{ orderId: order.id }} kind="ORDER_PROBLEM" part={problem.id} />
            {problem.answer ? (
              <div className={css.answer}>
                <span className={styles.sub}>
                  Answer from {problem.answer.by},{' '}
                  <time dateTime={problem.answer.at}>{momentHere(problem.answer.at)}</time>
                </span>
                <p className={css.text}>{problem.answer.text}</p>
              </div>
            ) : canAnswer ? (
              <Button onClick={() => setAnswering(problem)} onPointerEnter={AnswerDialog.prefetch}>
                Answer
              </Button>
            ) : (
              <p className="v-hint">Waiting for an answer.</p>
            )}
          </li>
        ))}
      </ul>
      {answering && <AnswerDialog.Part order={order} problem={answering} onClose={() => setAnswering(undefined)} />}
    </Panel>
  );
}

import { useState } from 'react';
import type { Act } from '../../../domain/notifications/acts';
import type { Activity } from '../../../domain/notifications/notification';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';
import css from '../FeedMenu.module.css';
import { useRereadFeed } from '../feed';
import { type Question, takesBrand, useAct } from './useAct';

const ActQuestion = lazyDialog(async () => (await import('./ActQuestion')).ActQuestion);

const LABELS: Record<Act['act'], string> = {
  ACCEPT_CONNECTION: 'Accept',
  IGNORE_CONNECTION: 'Ignore',
  JOIN_ORGANIZATION: 'Accept',
  TAKE_BRAND: 'Accept',
  DECLINE_BRAND: 'Decline',
  ACCEPT_ORDER: 'Accept',
  REJECT_ORDER: 'Reject order',
  APPROVE_ORDER: 'Approve',
  DECLINE_ORDER: 'Decline',
};

type ActsProps = {
  activity: Activity;
  /** Why nothing can be done; null if it can. */
  noMarks: string | null;
};

/** What can be done about an activity, and why that was refused. */
export function Acts({ activity: { acts, title }, noMarks }: ActsProps) {
  const reread = useRereadFeed();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { run, running } = useAct();
  const { organization, membership } = useSession();
  const { whyNot } = useCan();
  const offered = acts.filter(({ act }) => act !== 'TAKE_BRAND' || membership !== null);
  const mayNotTake = acts.some(({ act }) => act === 'TAKE_BRAND') && membership ? whyNot(takesBrand) : null;
  const choose = async (act: Act) => {
    setRefusal(null);
    const { asks, refused } = await run(act);
    if (asks) return setQuestion(asks);
    setRefusal(refused ?? null);
    reread();
  };
  return (
    <>
      {offered.length > 0 && (
        <div className={css.answers}>
          {offered.map((one, at) => {
            const label = one.act === 'TAKE_BRAND' ? `Accept for ${organization?.name}` : LABELS[one.act];
            const cannot = noMarks !== null || (one.act === 'TAKE_BRAND' && mayNotTake !== null);
            return (
              <Button
                key={one.act}
                tone={at === 0 && one.act !== 'IGNORE_CONNECTION' ? 'primary' : 'plain'}
                busy={running === one.act}
                disabled={cannot || (running !== null && running !== one.act)}
                aria-label={`${label}: ${title}`}
                onPointerEnter={ActQuestion.prefetch}
                onClick={() => void choose(one)}
              >
                {label}
              </Button>
            );
          })}
          {mayNotTake && noMarks === null && <WhyNot reason={mayNotTake} />}
        </div>
      )}
      {refusal && (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
      {question && <ActQuestion.Part question={question} onAnswered={reread} onClose={() => setQuestion(null)} />}
    </>
  );
}

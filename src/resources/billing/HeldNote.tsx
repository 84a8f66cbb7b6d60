import { PAID_FEATURES, planAllows } from '../../../domain/access/plans';
import { dropHeldAct, useGoOn, useHeldAct } from '../../providers/resume';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import css from './billing.module.css';

/** What the person was about to do when the plan fell short of it. */
export function HeldNote() {
  const held = useHeldAct();
  const goOn = useGoOn();
  const plan = useSession().membership?.plan;
  if (!held || held.isReleased || !plan) return null;
  const { name } = PAID_FEATURES[held.feature];
  const isHeldByNow = planAllows(plan, held.feature);
  return (
    <section className={`${css.note} ${isHeldByNow ? css.noteDone : ''}`} aria-label="What you were about to do">
      <Icon name={isHeldByNow ? 'check' : 'info'} />
      <p>
        {isHeldByNow
          ? `Your plan now includes “${name}”. You can go on to ${held.label}.`
          : `You were about to ${held.label}. Once your plan includes “${name}”, you are taken back and it is done.`}
      </p>
      <div className={css.noteActs}>
        <Button onClick={dropHeldAct}>Forget it</Button>
        {isHeldByNow && (
          <Button tone="primary" onClick={goOn}>
            Go on
          </Button>
        )}
      </div>
    </section>
  );
}

import { PAID_FEATURES, planAllows } from '../../../domain/access/plans';
import { useSession } from '../../providers/session';
import { dropHeldAction, useGoOn, useHeldAction } from '../../providers/session/resume';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import css from './billing.module.css';

/** What the person was doing when they needed a higher plan. */
export function HeldNote() {
  const held = useHeldAction();
  const goOn = useGoOn();
  const plan = useSession().membership?.plan;
  if (!held || held.isReleased || !plan) return null;
  const { name } = PAID_FEATURES[held.feature];
  const isHeldByNow = planAllows(plan, held.feature);
  return (
    <section className={`${css.note} ${isHeldByNow ? css.noteDone : ''}`} aria-label="Pick up where you left off">
      <Icon name={isHeldByNow ? 'check' : 'info'} />
      <p>
        {isHeldByNow
          ? `Your plan now includes “${name}”. You can now ${held.label}.`
          : `You were about to ${held.label}. Upgrade to a plan with “${name}” and we’ll take you back to finish.`}
      </p>
      <div className={css.noteActions}>
        <Button onClick={dropHeldAction}>Dismiss</Button>
        {isHeldByNow && (
          <Button tone="primary" onClick={goOn}>
            Continue
          </Button>
        )}
      </div>
    </section>
  );
}

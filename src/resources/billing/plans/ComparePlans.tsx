import type { PlanType } from '../../../../domain/access/vocabulary';
import {
  DURATION_LABELS,
  SUBSCRIPTION_DURATIONS,
  type Subscription,
  type SubscriptionDuration,
} from '../../../../domain/billing/subscription';
import { useIsMedium } from '../../../ui/hooks';
import css from '../billing.module.css';
import { PlanCards } from './PlanCards';
import { PlanTable } from './PlanTable';
import { offers, type PlansProps } from './plan-offers';

type Props = Omit<PlansProps, 'plans'> & {
  plan: PlanType;
  subscription: Subscription | null;
  duration: SubscriptionDuration;
  onDuration: (duration: SubscriptionDuration) => void;
};

/** What each plan includes, with buttons to upgrade. */
export function ComparePlans({ plan, subscription, duration, onDuration, ...rest }: Props) {
  const isMedium = useIsMedium();
  const plans = offers({ plan, subscription, wanted: rest.wanted, duration });
  return (
    <section className={css.card} aria-labelledby="b-compare">
      <div className={css.compareHead}>
        <h2 id="b-compare">Compare plans</h2>
        {plans.some(({ upgradeTo }) => upgradeTo) && (
          <fieldset className={css.durations}>
            <legend className="v-hidden">Billing period</legend>
            {SUBSCRIPTION_DURATIONS.map((one) => (
              <label key={one} className="v-check">
                <input type="radio" name="duration" checked={duration === one} onChange={() => onDuration(one)} />
                {DURATION_LABELS[one]}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {isMedium ? <PlanTable plans={plans} {...rest} /> : <PlanCards plans={plans} {...rest} />}
      <p className="muted">You see the price before you pay. To downgrade or cancel, use Manage billing.</p>
    </section>
  );
}

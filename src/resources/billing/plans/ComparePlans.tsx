import { PAID_FEATURES } from '../../../../domain/access/plans';
import type { PlanType } from '../../../../domain/access/vocabulary';
import {
  DURATION_LABELS,
  SUBSCRIPTION_DURATIONS,
  type Subscription,
  type SubscriptionDuration,
} from '../../../../domain/billing/subscription';
import { useIsMedium } from '../../../ui/hooks';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import css from '../billing.module.css';
import { BuyButton } from './BuyButton';
import { PlanTable } from './PlanTable';
import { EVERY_PLAN, offers, type PlansProps } from './plan-offers';

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

/** Plans as cards, for narrow screens. */
function PlanCards({ plans, wanted, ...buying }: PlansProps) {
  return (
    <ul className={css.cards} aria-label="Plans">
      {plans.map((offer) => (
        <li key={offer.plan} data-advised={offer.isAdvised}>
          <h3>
            {offer.label} {offer.isCurrent && <Pill tone="positive">Your plan</Pill>}
            {offer.isAdvised && <Pill tone="info">Includes this</Pill>}
          </h3>
          <ul className={css.holds}>
            <li>
              <Icon name="check" size={18} />
              {offer.below ? `Everything in ${offer.below}` : EVERY_PLAN}
            </li>
            {offer.adds.map((slug) => (
              <li key={slug}>
                <Icon name="check" size={18} />
                <span>
                  {PAID_FEATURES[slug].name} {slug === wanted && <Pill tone="info">What you need</Pill>}
                </span>
              </li>
            ))}
          </ul>
          <BuyButton offer={offer} {...buying} />
        </li>
      ))}
    </ul>
  );
}

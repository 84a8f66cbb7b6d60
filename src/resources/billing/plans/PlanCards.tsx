import { PAID_FEATURES } from '../../../../domain/access/plans';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import css from '../billing.module.css';
import { BuyButton } from './BuyButton';
import { EVERY_PLAN, type PlansProps } from './plan-offers';

/** Plans as cards, for narrow screens. */
export function PlanCards({ plans, wanted, ...buying }: PlansProps) {
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

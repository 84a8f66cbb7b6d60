import { PAID_FEATURE_SLUGS, PAID_FEATURES } from '../../../../domain/access/plans';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import { BuyButton } from './BuyButton';
import css from './PlanTable.module.css';
import { EVERY_PLAN, type PlansProps } from './plan-offers';

/** Plans side by side, a row per paid feature. */
export function PlanTable({ plans, wanted, ...buying }: PlansProps) {
  return (
    <table className={css.table} aria-labelledby="b-compare">
      <thead>
        <tr>
          <th scope="col">
            <span className="v-hidden">Plan features</span>
          </th>
          {plans.map((offer) => (
            <th key={offer.plan} scope="col" data-advised={offer.isAdvised}>
              {offer.label}
              {offer.isCurrent && <Pill tone="positive">Your plan</Pill>}
              {offer.isAdvised && <Pill tone="info">Includes this</Pill>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{EVERY_PLAN}</th>
          {plans.map(({ plan, isAdvised }) => (
            <Held key={plan} isHeld isAdvised={isAdvised} />
          ))}
        </tr>
        {PAID_FEATURE_SLUGS.map((slug) => (
          <tr key={slug} data-wanted={slug === wanted}>
            <th scope="row">
              {PAID_FEATURES[slug].name}
              {slug === wanted && <Pill tone="info">What you need</Pill>}
            </th>
            {plans.map(({ plan, holds, isAdvised }) => (
              <Held key={plan} isHeld={holds.includes(slug)} isAdvised={isAdvised} />
            ))}
          </tr>
        ))}
        <tr className={css.buy}>
          <td />
          {plans.map((offer) => (
            <td key={offer.plan} data-advised={offer.isAdvised}>
              <BuyButton offer={offer} {...buying} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Held({ isHeld, isAdvised }: { isHeld: boolean; isAdvised: boolean }) {
  return (
    <td data-advised={isAdvised}>
      {isHeld ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="v-hidden">{isHeld ? 'Included' : 'Not included'}</span>
    </td>
  );
}

import { Link } from 'react-router';
import { PAID_FEATURE_SLUGS, PAID_FEATURES, paidFeaturesOf, planAllows } from '../../../domain/access/plans';
import { PLAN_LABELS, PLAN_TYPES, type PlanType } from '../../../domain/access/vocabulary';
import { billing } from '../../../domain/billing/contract';
import type { PlanPrice, SubscriptionDuration } from '../../../domain/billing/subscription';
import { formatUsd } from '../../../domain/money';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { isOffered, settings } from '../../providers/settings';
import { Icon } from '../../ui/Icon';
import { PublicPage } from '../PublicPage';
import css from './Compare.module.css';

const PRICES_FRESH_MS = 10 * 60_000;
/** What every plan includes. */
const FREE: readonly string[] = [
  'Buying on the marketplace',
  'Sales orders and purchase orders',
  'Your whole team, with roles',
];

/** What each plan costs and includes. */
export default function Compare() {
  const prices = useCallQuery(billing.prices, {}, { enabled: isOffered('billing'), staleTime: PRICES_FRESH_MS });
  return (
    <PublicPage title="Pricing" lead="Every plan includes buying on the marketplace. Sellers pay for what they add.">
      <ul className={css.cards} aria-label="Plans and prices">
        {PLAN_TYPES.map((plan) => (
          <PlanCard key={plan} plan={plan} prices={prices.data ?? []} isLoading={prices.isLoading} />
        ))}
      </ul>
      {(!isOffered('billing') || prices.isError) && (
        <p>
          For prices, email <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
        </p>
      )}
      <h2>Side by side</h2>
      <PlanTable />
      <p>You see the price before you pay. Upgrade, downgrade or cancel under Billing.</p>
    </PublicPage>
  );
}

type CardProps = { plan: PlanType; prices: readonly PlanPrice[]; isLoading: boolean };

function PlanCard({ plan, prices, isLoading }: CardProps) {
  const below = PLAN_TYPES[PLAN_TYPES.indexOf(plan) - 1];
  const adds = paidFeaturesOf(plan).filter((slug) => below === undefined || !planAllows(below, slug));
  const before = below ? [`Everything in ${PLAN_LABELS[below]}`] : FREE;
  const includes = [...before, ...adds.map((slug) => PAID_FEATURES[slug].name)];
  return (
    <li className={css.card}>
      <h2>{PLAN_LABELS[plan]}</h2>
      <Price plan={plan} prices={prices} isLoading={isLoading} />
      <ul className={css.includes}>
        {includes.map((text) => (
          <li key={text}>
            <Icon name="check" size={16} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {below === undefined && <GetStarted />}
    </li>
  );
}

/** Instead of a price by the year. */
const MONTHLY_ONLY: Partial<Record<PlanType, string>> = { FREE: 'No card needed', PAYG: 'Billed monthly' };

function Price({ plan, prices, isLoading }: CardProps) {
  const of = (duration: SubscriptionDuration) =>
    prices.find((price) => price.tier === plan && price.duration === duration)?.priceUsd;
  const [monthly, yearly] = [plan === 'FREE' ? '0' : of('MONTHLY'), of('YEARLY')];
  const instead = isLoading ? <>&nbsp;</> : 'Ask us';
  const byTheYear = yearly === undefined ? MONTHLY_ONLY[plan] : `or ${formatUsd(yearly)} a year`;
  return (
    <>
      <p className={css.price}>
        {monthly === undefined ? (
          instead
        ) : (
          <>
            <b>{formatUsd(monthly)}</b> a month
          </>
        )}
      </p>
      <p className="v-hint">{monthly === undefined ? <>&nbsp;</> : byTheYear}</p>
    </>
  );
}

function GetStarted() {
  const { status } = useSessionState();
  if (status === 'signed-in' || settings.signUp !== 'open') return null;
  return (
    <Link className="v-button v-primary" to="/signup">
      Get Started
    </Link>
  );
}

function PlanTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where the window is narrow
    <section className={css.plans} aria-label="Plans" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            {PLAN_TYPES.map((plan) => (
              <th key={plan} scope="col">
                {PLAN_LABELS[plan]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FREE.map((text) => (
            <PlanRow key={text} name={text} includes={() => true} />
          ))}
          {PAID_FEATURE_SLUGS.map((slug) => (
            <PlanRow key={slug} name={PAID_FEATURES[slug].name} includes={(plan) => planAllows(plan, slug)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PlanRow({ name, includes }: { name: string; includes: (plan: PlanType) => boolean }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {PLAN_TYPES.map((plan) => (
        <td key={plan}>
          {includes(plan) ? (
            <>
              <Icon name="check" size={18} />
              <span className="v-hidden">Included</span>
            </>
          ) : (
            <span className="v-hidden">Not included</span>
          )}
        </td>
      ))}
    </tr>
  );
}

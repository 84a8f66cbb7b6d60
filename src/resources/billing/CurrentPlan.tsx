import { PLAN_LABELS, type PlanType } from '../../../domain/access/vocabulary';
import { DURATION_LABELS, type Subscription } from '../../../domain/billing/subscription';
import { Button } from '../../ui/Button';
import { Pill, type PillTone } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import css from './billing.module.css';
import type { HostedPages } from './useHostedPages';

type Props = { plan: PlanType; subscription: Subscription | null; pages: HostedPages; isDisabled: boolean };

const STATUSES: Record<Subscription['status'], { label: string; tone: PillTone }> = {
  active: { label: 'Active', tone: 'positive' },
  non_renewing: { label: 'Ending', tone: 'warning' },
  cancelled: { label: 'Ended', tone: 'neutral' },
};

function explanation(plan: PlanType, subscription: Subscription | null): string {
  if (!subscription) {
    return plan === 'FREE'
      ? 'No charge. Choose a plan below to upgrade.'
      : 'Your organization gets this plan at no charge.';
  }
  const day = dateHere(subscription.currentTermEnd);
  const paid = `Billed ${DURATION_LABELS[subscription.duration].toLowerCase()}.`;
  switch (subscription.status) {
    case 'active':
      return `${paid} Renews on ${day}.`;
    case 'non_renewing':
      return `${paid} Ends on ${day}. To keep it, use Manage billing.`;
    case 'cancelled':
      return `The ${PLAN_LABELS[subscription.tier]} plan ended on ${day}. Choose a plan below to upgrade.`;
  }
}

/** The organization's current plan, with a button to manage it. */
export function CurrentPlan({ plan, subscription, pages, isDisabled }: Props) {
  const status = subscription && STATUSES[subscription.status];
  return (
    <section className={`${css.card} ${css.current}`} aria-labelledby={css.current}>
      <div>
        <h2 id={css.current}>
          {PLAN_LABELS[plan]} plan {status && <Pill tone={status.tone}>{status.label}</Pill>}
        </h2>
        <p className="muted">{explanation(plan, subscription)}</p>
      </div>
      {subscription && (
        <Button icon="external" disabled={isDisabled} busy={pages.leavingFor === 'portal'} onClick={pages.manage}>
          Manage billing
        </Button>
      )}
    </section>
  );
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAID_FEATURES, PaidFeatureSlugSchema, planAllows } from '../../../domain/access/plans';
import { PLAN_LABELS, type PlanType } from '../../../domain/access/vocabulary';
import { type CheckResult, billing as calls } from '../../../domain/billing/contract';
import {
  DURATION_LABELS,
  type Subscription,
  type SubscriptionDuration,
  type SubscriptionTier,
} from '../../../domain/billing/subscription';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceOne } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { dropHeldAction, useGoOn, useHeldAction } from '../../providers/session/resume';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { PageFrame } from '../../ui/PageFrame';
import { Pill, type PillTone } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import { ErrorState, Skeleton } from '../../ui/states';
import css from './billing.module.css';
import { ComparePlans } from './plans/ComparePlans';
import { subscriptions } from './resource';
import { type HostedPages, useHostedPages } from './useHostedPages';
import { type Return, useReturn } from './useReturn';

/** The organization's plan and payments, with links to change them. */
export default function Billing() {
  const [parameters] = useSearchParams();
  const whyNot = useCan().whyNot(calls.checkout.requires);
  const { query: standing, result: data } = useResourceOne(subscriptions, useSession().scope?.orgId);
  const back = useReturn();
  const pages = useHostedPages();
  const [duration, setDuration] = useState<SubscriptionDuration | null>(null);
  const wanted = PaidFeatureSlugSchema.safeParse(parameters.get('for')).data ?? null;
  const term = duration ?? data?.subscription?.duration ?? 'MONTHLY';
  const isDisabled = whyNot !== null || pages.leavingFor !== null;
  return (
    <PageFrame title="Billing" busy={standing.isFetching} actions={whyNot && <WhyNot reason={whyNot} />}>
      <div className={css.page}>
        <ReturnNote back={back} />
        <HeldNote />
        {data ? (
          <>
            <CurrentPlan {...data} pages={pages} isDisabled={isDisabled} />
            <ComparePlans
              {...data}
              wanted={wanted}
              duration={term}
              onDuration={setDuration}
              isDisabled={isDisabled}
              leavingFor={pages.leavingFor}
              onBuy={(tier: SubscriptionTier) => pages.buy(tier, term)}
            />
          </>
        ) : standing.isError ? (
          <ErrorState message={messageOf(standing.error)} onRetry={() => void standing.refetch()} />
        ) : (
          <>
            <Skeleton height="112px" />
            <Skeleton height="420px" />
          </>
        )}
      </div>
    </PageFrame>
  );
}

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
function CurrentPlan({ plan, subscription, pages, isDisabled }: Props) {
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

/** What the person was doing when they needed a higher plan. */
function HeldNote() {
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

const DONE: readonly CheckResult['outcome'][] = ['paid', 'changed', 'reactivated'];

function sentenceOf({ outcome, plan, subscription }: CheckResult): string {
  const name = PLAN_LABELS[plan];
  const day = subscription ? dateHere(subscription.currentTermEnd) : '';
  switch (outcome) {
    case 'paid':
      return `Thank you. You’re now on the ${name} plan.`;
    case 'left':
      return `Nothing was charged. You’re still on the ${name} plan.`;
    case 'expired':
      return 'The payment page expired. Nothing was charged. Choose a plan to start again.';
    case 'open':
      return 'Your payment isn’t finished. Nothing has been charged yet.';
    case 'changed':
      return `You’re now on the ${name} plan.`;
    case 'ending':
      return subscription?.status === 'cancelled'
        ? 'Your subscription ended. You’re now on the Free plan.'
        : `Your ${name} plan ends on ${day}. You keep its features until then.`;
    case 'reactivated':
      return `Your ${name} plan is active again and renews on ${day}.`;
    case 'unchanged':
      return `Nothing changed. You’re still on the ${name} plan.`;
  }
}

/** The result of a visit to the billing service. */
function ReturnNote({ back: { isAsking, result, error, onRetry } }: { back: Return }) {
  if (error !== null && !isAsking) {
    return (
      <div className={`${css.note} ${css.noteFailed}`} role="alert">
        <Icon name="warning" />
        <p>{messageOf(error)}</p>
        {onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  return (
    <div role="status">
      {isAsking && <p className={css.note}>Checking with the billing service…</p>}
      {!isAsking && result && (
        <div className={`${css.note} ${DONE.includes(result.outcome) ? css.noteDone : ''}`}>
          <Icon name={DONE.includes(result.outcome) ? 'check' : 'info'} />
          <p>
            {sentenceOf(result)}
            {result.url && (
              <>
                {' '}
                <a href={result.url}>Go back to the payment page</a>
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

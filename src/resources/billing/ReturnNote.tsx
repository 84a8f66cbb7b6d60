import { PLAN_LABELS } from '../../../domain/access/vocabulary';
import type { CheckResult } from '../../../domain/billing/contract';
import { messageOf } from '../../providers/call/call-errors';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { dateHere } from '../../ui/reader-dates';
import css from './billing.module.css';
import type { Return } from './useReturn';

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
export function ReturnNote({ back: { isAsking, result, error, onRetry } }: { back: Return }) {
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

import { CREDIT_STATES, type CreditState, creditStateOf, daysLate } from '../../../domain/customers/credit';
import type { CustomerRow } from '../../../domain/customers/customer';
import { counted } from '../../../domain/text';
import { Pill, type PillProps } from '../../ui/Pill';
import { today } from '../../ui/reader-dates';

const CREDIT: Record<CreditState, Pick<PillProps, 'tone' | 'mark'>> = {
  HOLD: { tone: 'negative', mark: 'slash' },
  OVER: { tone: 'negative', mark: 'plus' },
  LATE: { tone: 'negative', mark: 'clock' },
  NEAR: { tone: 'warning', mark: 'most' },
  OK: { tone: 'positive', mark: 'check' },
};

type Credited = Pick<CustomerRow, 'onHold' | 'creditLimitUsd' | 'exposureUsd' | 'dueSince' | 'delinquent'>;

function wordsOf(customer: Credited): string {
  const state = creditStateOf(customer, today());
  return state === 'LATE' ? `${counted(daysLate(customer, today()), 'day')} late` : CREDIT_STATES[state];
}

/** A customer's credit at a glance, and whether they are delinquent. */
export function CreditPills({ customer }: { customer: Credited }) {
  return (
    <>
      <Pill {...CREDIT[creditStateOf(customer, today())]}>{wordsOf(customer)}</Pill>{' '}
      {customer.delinquent && (
        <Pill tone="warning" mark="clock">
          Delinquent
        </Pill>
      )}
    </>
  );
}

/** The same as text, for copying and exports. */
export const creditText = (customer: Credited) => `${wordsOf(customer)}${customer.delinquent ? ', delinquent' : ''}`;

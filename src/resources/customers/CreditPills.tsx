import { CREDIT_STATES, type CreditState, creditStateOf } from '../../../domain/customers/credit';
import type { CustomerRow } from '../../../domain/customers/customer';
import { Pill, type PillProps } from '../../ui/Pill';

const CREDIT: Record<CreditState, Pick<PillProps, 'tone' | 'mark'>> = {
  HOLD: { tone: 'negative', mark: 'slash' },
  OVER: { tone: 'negative', mark: 'plus' },
  NEAR: { tone: 'warning', mark: 'most' },
  OK: { tone: 'positive', mark: 'check' },
};

type Credited = Pick<CustomerRow, 'onHold' | 'creditLimitUsd' | 'exposureUsd' | 'delinquent'>;

/** A customer's credit at a glance, and whether they are delinquent. */
export function CreditPills({ customer }: { customer: Credited }) {
  const state = creditStateOf(customer);
  return (
    <>
      <Pill {...CREDIT[state]}>{CREDIT_STATES[state]}</Pill>
      {customer.delinquent && (
        <Pill tone="warning" mark="clock">
          Delinquent
        </Pill>
      )}
    </>
  );
}

/** The same as text, for copying and exports. */
export const creditText = (customer: Credited) =>
  `${CREDIT_STATES[creditStateOf(customer)]}${customer.delinquent ? ', delinquent' : ''}`;

import { termsText } from '../../../../domain/customers/credit';
import { compare, formatUsd, subtract } from '../../../../domain/money';
import type { OrderCustomer } from '../../../../domain/orders/entry/draft';
import { findCreditStop } from '../../../../domain/orders/payments/credit';
import type { OrderStatus } from '../../../../domain/orders/status';
import { Facts } from '../../../ui/Facts';
import { Pill } from '../../../ui/Pill';
import css from './entry.module.css';

/** `status` and `totalUsd` are the order's. */
type CustomerFactsProps = { customer: OrderCustomer; status: OrderStatus; totalUsd: string | undefined };

/** What to know of a customer before their order is entered: hold, credit, terms. */
export function CustomerFacts({ customer, status, totalUsd = '0' }: CustomerFactsProps) {
  const { onHold, holdReason, delinquent, creditLimitUsd: limit, exposureUsd, overpaidUsd } = customer;
  const left = limit === null ? null : subtract(limit, exposureUsd);
  const accepting = { from: status, to: 'ACCEPTED', orderUsd: totalUsd } as const;
  const isOver = findCreditStop({ ...customer, onHold: false }, exposureUsd, accepting) !== null;
  return (
    <div className={css.customer}>
      {(onHold || delinquent || isOver) && (
        <p>
          {onHold && (
            <Pill tone="negative" mark="slash">
              On hold
            </Pill>
          )}{' '}
          {delinquent && (
            <Pill tone="warning" mark="clock">
              Delinquent
            </Pill>
          )}{' '}
          {isOver && (
            <Pill tone="negative" mark="plus">
              Over limit
            </Pill>
          )}
        </p>
      )}
      {onHold && (
        <p className="v-hint">
          {holdReason ? `On hold: ${holdReason}. ` : ''}You can save a draft; accepting it takes a reason.
        </p>
      )}
      <Facts
        facts={{
          License: customer.licenseNumber,
          Owes: formatUsd(exposureUsd),
          'Credit left': left === null ? 'No limit' : formatUsd(left),
          'Paid too much': compare(overpaidUsd, 0) > 0 && formatUsd(overpaidUsd),
          Terms: termsText(customer),
        }}
      />
    </div>
  );
}

import { useState } from 'react';
import { termsText } from '../../../../domain/customers/credit';
import { type Customer, CustomerEdit } from '../../../../domain/customers/customer';
import { compare, formatUsd, greater, subtract } from '../../../../domain/money';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import styles from '../customers.module.css';
import { customers } from '../resource';

/** What a customer owes, their limit, and whether they are on hold. */
export function CustomerCredit({ customer }: { customer: Customer }) {
  const { exposureUsd, creditLimitUsd: limit, submittedUsd, overpaidUsd, onHold, holdReason } = customer;
  const [isAsking, setAsking] = useState(false);
  const figures = {
    Owes: formatUsd(exposureUsd),
    'Credit limit': limit === null ? 'None' : formatUsd(limit),
    ...(limit !== null && { Available: formatUsd(greater(subtract(limit, exposureUsd), 0)) }),
    'Waiting orders': formatUsd(submittedUsd),
    ...(compare(overpaidUsd, 0) > 0 && { 'Paid too much': formatUsd(overpaidUsd) }),
    Terms: termsText(customer) || 'Set by payment option',
  };
  return (
    <Panel
      title="Credit"
      actions={
        customer.canEditCredit && (
          <Button onClick={() => setAsking(true)}>{onHold ? 'Release hold' : 'Put on hold'}</Button>
        )
      }
    >
      {onHold && (
        <p className={styles.notice}>
          On hold{holdReason && `: ${holdReason}`}. The buyer can’t check out, and you need a reason to accept an order.
        </p>
      )}
      <Facts layout="columns" facts={figures} />
      {isAsking && <HoldQuestion customer={customer} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function HoldQuestion({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { run } = useResourceUpdate(customers, { showsErrors: true });
  const { name, onHold } = customer;
  const save = (holdReason: string) =>
    run(customer.id, { ...CustomerEdit.parse(customer), onHold: !onHold, holdReason: onHold ? '' : holdReason });
  return (
    <Confirm<{ holdReason: string }>
      title={onHold ? `Release ${name}?` : `Put ${name} on hold?`}
      act={onHold ? 'Release hold' : 'Put on hold'}
      tone="primary"
      values={{ holdReason: '' }}
      fields={
        onHold
          ? []
          : [{ name: 'holdReason', label: 'Reason', maxLength: 500, hint: 'Your team sees it, the buyer doesn’t.' }]
      }
      run={({ holdReason }) => save(holdReason)}
      success={onHold ? `${name} can order again.` : `${name} is on hold.`}
      onClose={onClose}
    >
      <p>
        {onHold
          ? 'They can check out again, and their orders can be accepted.'
          : 'They can’t check out, and you need a reason to accept their orders. Accepted orders aren’t affected.'}
      </p>
    </Confirm>
  );
}

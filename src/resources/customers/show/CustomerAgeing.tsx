import { AGES } from '../../../../domain/customers/ageing';
import { customers as calls } from '../../../../domain/customers/contract';
import type { Customer } from '../../../../domain/customers/customer';
import { compare, formatUsd } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Facts } from '../../../ui/Facts';
import { Skeleton } from '../../../ui/states';

/** What a customer owes, by how late it is. */
export function CustomerAgeing({ customer: { id } }: { customer: Customer }) {
  const query = useCallQuery(calls.ageing, { params: { id } }, { topics: ['orders'] });
  return (
    <Panel title="Money owed by age">
      <QueryState
        query={query}
        skeleton={<Skeleton height="96px" />}
        isEmpty={({ totalUsd }) => compare(totalUsd, 0) === 0}
        empty={<p className="v-hint">Nothing is owed.</p>}
      >
        {({ ages, totalUsd }) => (
          <Facts
            facts={{
              ...Object.fromEntries(
                ages.map(({ id: age, owedUsd, orderCount }) => [
                  AGES.find((one) => one.id === age)?.label ?? age,
                  orderCount === 0 ? (
                    '–'
                  ) : (
                    <>
                      {formatUsd(owedUsd)} <span className="v-hint">{counted(orderCount, 'order')}</span>
                    </>
                  ),
                ]),
              ),
              Total: <strong>{formatUsd(totalUsd)}</strong>,
            }}
          />
        )}
      </QueryState>
    </Panel>
  );
}

import type { Order } from '../../../domain/orders/order';
import { organization } from '../../../domain/organization/contract';
import { useCallQuery } from '../../providers/use-call';
import { FieldError } from '../../ui/Field';

const FRESH_MS = 60_000;

type SalesRepChoiceProps = {
  order: Pick<Order, 'sellerOrgId' | 'sellerCompany' | 'salesReps'>;
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Who of the organization sells this order; whoever does already is offered whatever became of them. */
export function SalesRepChoice({ order, chosen, error, onChange }: SalesRepChoiceProps) {
  const { sellerOrgId, sellerCompany, salesReps } = order;
  const input = { params: { orgId: sellerOrgId }, query: { companyId: sellerCompany.companyId } };
  const { data } = useCallQuery(organization.salesReps, input, { staleTime: FRESH_MS });
  const known = (data ?? []).map(({ searchId, displayName }) => ({ id: searchId, displayName }));
  const offered = [...known, ...salesReps.filter(({ id }) => !known.some((one) => one.id === id))];
  return (
    <fieldset className="o-reps">
      <legend className="v-label">Sales reps</legend>
      <div className="o-reps-list">
        {offered.map(({ id, displayName }) => (
          <label key={id} className="v-check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id].sort((a, b) => a - b) : chosen.filter((one) => one !== id))
              }
            />
            {displayName}
          </label>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

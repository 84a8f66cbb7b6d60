import { Link } from 'react-router';
import { MAPPING_STATES, type MappingRow } from '../../../domain/accounting/mapping';
import { accountingMappings as calls } from '../../../domain/accounting/mapping-contract';
import { QueryState } from '../../kit/form/QueryState';
import { useCallQuery } from '../../providers/refine/use-call';
import { Pill } from '../../ui/Pill';
import css from './accounting.module.css';

type OrderMappingsProps = { companyId: number; orderId: number };

/** What of an order isn't mapped to the books, and where it is; one line when all is. */
export function OrderMappings({ companyId, orderId }: OrderMappingsProps) {
  const found = useCallQuery(
    calls.ofOrder,
    { params: { companyId, orderId }, query: {} },
    { topics: ['integrations', 'orders'] },
  );
  return (
    <QueryState query={found}>
      {({ connectionId, customer, products }) => {
        if (connectionId === null) return null;
        const rows = [
          ...(customer ? [{ row: customer, at: 'customers' }] : []),
          ...products.map((row) => ({ row, at: 'products' })),
        ];
        const open = rows.filter(({ row }) => row.state !== 'MAPPED');
        if (open.length === 0) return <p className="v-hint">Customer and products are mapped to your books.</p>;
        return (
          <ul className={css.lines} aria-label="Not mapped to your books">
            {open.map(({ row, at }) => (
              <li key={`${at} ${row.id}`}>
                <Link to={placeOf(companyId, at, row)}>{row.name}</Link>
                <Pill tone={row.state === 'INACTIVE' ? 'negative' : 'warning'} mark="dashes">
                  {MAPPING_STATES[row.state].label}
                </Pill>
              </li>
            ))}
          </ul>
        );
      }}
    </QueryState>
  );
}

const placeOf = (companyId: number, at: string, { id, name }: MappingRow): string =>
  `/account/integrations/accounting/${companyId}/${at}?${new URLSearchParams({ searchTerm: name, edit: String(id) })}`;

import { Link } from 'react-router';
import { CUSTOMER_SORTS, customers as calls } from '../../../domain/customers/contract';
import type { CustomerRow } from '../../../domain/customers/customer';
import { customerFilters } from '../../../domain/customers/filters';
import { customerImports } from '../../../domain/customers/import-contract';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { ResourceGrid, useListAddress, useOpenRecord } from '../../kit/list';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { Button } from '../../ui/Button';
import { PageFrame } from '../../ui/PageFrame';
import { CustomerDrawer } from './CustomerDrawer';
import { customerColumns } from './customers.columns';
import { customers } from './resource';

const SORTS = { by: CUSTOMER_SORTS, first: 'displayName', desc: false } as const;

/** The customers of the seller company entered. */
export default function CustomerList() {
  const address = useListAddress(customerFilters, SORTS);
  const { scope, sellerCompany } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const facets = useCallQuery(calls.facets, { query }, { topics: ['customers'] });
  const whyNot = useCan().whyNot(customers.create.requires);
  const { open } = useOpenRecord();
  const add = (
    <Button tone="primary" icon="plus" disabled={whyNot !== null} onClick={() => open(null)}>
      Add customer
    </Button>
  );
  return (
    <PageFrame
      title="Customers"
      aside={sellerCompany && <span className="v-hint">{sellerCompany.name}</span>}
      actions={
        <>
          {useCan().can(customerImports.apply.requires) && (
            <Link className="v-button" to="/network/customers/import">
              Import
            </Link>
          )}
          {add}
          {whyNot && <WhyNot reason={whyNot} />}
        </>
      }
    >
      <ResourceGrid<CustomerRow>
        resource="customers"
        label="Customers"
        noun={['customer', 'customers']}
        columns={customerColumns}
        nameOf={({ name }) => name}
        address={address}
        filters={customerFilters}
        facets={facets.data}
        search={{ label: 'Find a customer', field: 'searchTerm' }}
        empty={{
          title: 'No customers yet',
          hint: 'Add one, import a file, or wait for the first order: it makes its buyer a customer.',
          action: add,
        }}
        pathOf={({ id }) => `/network/customers/${id}`}
        rowActions={({ id }) => (whyNot === null ? [{ label: 'Edit', onSelect: () => open(id) }] : [])}
        rowTone={({ onHold }) => (onHold ? 'muted' : undefined)}
        whyNotOpen={() => whyNot}
        drawer={({ id, onClose }) => <CustomerDrawer id={id} onClose={onClose} />}
      />
    </PageFrame>
  );
}

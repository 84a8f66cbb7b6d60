import { CUSTOMER_SORTS, customers as calls } from '../../../domain/customers/contract';
import type { CustomerRow } from '../../../domain/customers/customer';
import { customerFilters } from '../../../domain/customers/filters';
import { customerImports } from '../../../domain/customers/import-contract';
import { useCan } from '../../access/useCan';
import { useNotAssigned } from '../../access/WhyNot';
import { CreateButton, ListLinks, ResourceGrid, useListAddress, useOpenRecord } from '../../kit/list';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { useCustomerBulk } from './customers.bulk';
import { customerColumns } from './customers.columns';
import { customers } from './resource';

const CustomerDrawer = lazyDialog(async () => (await import('./CustomerDrawer')).CustomerDrawer);

const SORTS = { by: CUSTOMER_SORTS, first: 'displayName', desc: false } as const;

/** The current seller company's customers. */
export default function CustomerList() {
  const address = useListAddress(customerFilters, SORTS);
  const { scope, sellerCompany } = useSession();
  const companyId = scope?.sellerCompanyId ?? undefined;
  const manage = `/account/manage/companies/${companyId}`;
  const ofCompany = [
    { to: `${manage}/customer-statuses`, label: 'Statuses' },
    { to: `${manage}/service-zones`, label: 'Zones' },
  ];
  const links = [
    ...(companyId ? ofCompany : []),
    { to: '/network/customers/import', label: 'Import', requires: customerImports.apply.requires },
  ];
  const query = { orgId: scope?.orgId ?? 0, companyId };
  const facets = useCallQuery(calls.facets, { query }, { topics: ['customers'] });
  const bulk = useCustomerBulk(facets.data);
  const whyNotEdit = useCan().whyNot(customers.update.requires);
  const { open } = useOpenRecord();
  const notAssigned = useNotAssigned('customers');
  const add = <CreateButton label="Add customer" requires={customers.create.requires} />;
  return (
    <PageFrame
      title="Customers"
      aside={sellerCompany && <span className="v-hint">{sellerCompany.name}</span>}
      actions={
        <>
          <ListLinks links={links} />
          {add}
        </>
      }
    >
      <ResourceGrid<CustomerRow>
        resource={customers}
        label="Customers"
        noun={['customer', 'customers']}
        columns={customerColumns}
        nameOf={({ name }) => name}
        address={address}
        filters={customerFilters}
        facets={facets.data}
        search={{ label: 'Find a customer', field: 'searchTerm' }}
        empty={
          notAssigned ?? {
            title: 'No customers yet',
            hint: 'Add one or import a file. Buyers are added automatically with their first order.',
            action: add,
          }
        }
        pathOf={({ id }) => `/network/customers/${id}`}
        rowActions={({ id }) => (whyNotEdit === null ? [{ label: 'Edit', onSelect: () => open(id) }] : [])}
        bulk={bulk}
        rowTone={({ onHold }) => (onHold ? 'muted' : undefined)}
        whyNotOpen={() => whyNotEdit}
        drawer={({ id, onClose }) => <CustomerDrawer.Part id={id} onClose={onClose} />}
      />
    </PageFrame>
  );
}

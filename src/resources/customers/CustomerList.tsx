import { useState } from 'react';
import { CUSTOMER_SORTS, customers as calls } from '../../../domain/customers/contract';
import { termsText } from '../../../domain/customers/credit';
import type { CustomerFacets, CustomerRow } from '../../../domain/customers/customer';
import { customerFilters } from '../../../domain/customers/filters';
import { customerImports } from '../../../domain/customers/import-contract';
import { useCan } from '../../access/useCan';
import { useNotAssigned } from '../../access/WhyNot';
import { choicesOf } from '../../kit/form/choices';
import { CustomerLink } from '../../kit/links/CustomerLink';
import { CreateButton, type ListBulk, ListLinks, ResourceGrid, useListAddress, useOpenRecord } from '../../kit/list';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../kit/list/columns';
import type { RowOf } from '../../providers/refine/resource-types';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import type { GridColumn } from '../../ui/grid';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { salesReps } from '../team/sales-reps/resource';
import { CreditPills, creditText } from './CreditPills';
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

type Named = { id: number; name: string };

/** A field to choose one of a few records. */
const choiceOf = <N extends string>(name: N, label: string, from: readonly Named[] = []) => ({
  name,
  label,
  placeholder: 'Choose one',
  control: 'select' as const,
  options: from.map((one) => ({ value: one.id, label: one.name })),
  required: true,
});

const nameOf = ({ options }: Pick<ReturnType<typeof choiceOf>, 'options'>, id: unknown) =>
  options.find(({ value }) => value === id)?.label ?? 'the selected one';

/** Bulk actions on customers. */
function useCustomerBulk(facets: CustomerFacets | undefined): ListBulk<CustomerRow, typeof calls.bulk> {
  const [team, setTeam] = useState<readonly RowOf<typeof salesReps>[]>([]);
  const status = choiceOf('customerStatusId', 'Status', facets?.customerStatuses);
  const zone = choiceOf('serviceZoneId', 'Service zone', facets?.serviceZones);
  const manager = {
    name: 'managerId' as const,
    label: 'Manager',
    placeholder: 'Choose one',
    control: 'lookup' as const,
    source: choicesOf(salesReps, {
      option: ({ searchId, displayName }) => ({ value: searchId, label: displayName }),
      onFound: setTeam,
    }),
    required: true,
  };
  const managerName = (id: unknown) => team.find(({ searchId }) => searchId === id)?.displayName ?? 'the selected one';
  return {
    call: calls.bulk,
    label: 'Change',
    nothingOpen: 'You can’t change these customers.',
    acts: [
      {
        act: 'setStatus',
        asks: [status],
        title: 'Set the status of #',
        outcome: ({ customerStatusId }) => `set to ${nameOf(status, customerStatusId)}`,
      },
      {
        act: 'setStatus',
        input: { customerStatusId: null },
        title: 'Clear the status of #',
        outcome: 'without a status',
      },
      {
        act: 'setServiceZone',
        asks: [zone],
        title: 'Set the service zone of #',
        outcome: ({ serviceZoneId }) => `moved to ${nameOf(zone, serviceZoneId)}`,
        separated: true,
      },
      {
        act: 'setServiceZone',
        input: { serviceZoneId: null },
        title: 'Clear the zone of #',
        outcome: 'without a zone',
      },
      {
        act: 'addManager',
        asks: [manager],
        title: 'Add a manager to #',
        outcome: ({ managerId }) => `managed by ${managerName(managerId)}`,
        separated: true,
      },
      {
        act: 'removeManager',
        asks: [manager],
        title: 'Remove a manager from #',
        outcome: ({ managerId }) => `without ${managerName(managerId)}`,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: true },
        title: 'Mark # delinquent',
        outcome: 'delinquent',
        separated: true,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: false },
        title: 'Clear delinquent for #',
        outcome: 'no longer delinquent',
      },
      {
        act: 'setHold',
        input: { onHold: true },
        asks: [{ name: 'holdReason', label: 'Reason for the hold', maxLength: 500, hint: 'The buyer doesn’t see it.' }],
        title: 'Put # on hold',
        outcome: 'on hold',
        review: (many) => `${many} will be on hold: no new orders until they are released.`,
        tone: 'danger',
        separated: true,
      },
      { act: 'setHold', input: { onHold: false }, title: 'Release # from hold', outcome: 'released from hold' },
    ],
  };
}

const card = 'hidden';
const sortable = true;

/** Customer columns; sortable ones use the platform's sort names as ids. */
const customerColumns: readonly GridColumn<CustomerRow>[] = [
  nameColumn('displayName', 'Name', {
    cell: (row) => <CustomerLink customer={row} />,
    value: ({ name }) => name,
    width: 212,
  }),
  textColumn('license', 'License', ({ license }) => license?.licenseNumber, { width: 138, card }),
  textColumn('customerStatus', 'Status', ({ customerStatus }) => customerStatus?.name, { width: 124, sortable }),
  textColumn('serviceZone', 'Zone', ({ serviceZone }) => serviceZone?.name, { width: 124, sortable, card }),
  textColumn('managers', 'Managers', ({ managers }) => managers.map((one) => one.displayName).join(', '), { card }),
  {
    id: 'credit',
    header: 'Credit',
    cell: (row) => <CreditPills customer={row} />,
    value: creditText,
    width: 228,
    card: 'lead',
  },
  dollarsColumn('exposureUsd', 'Owes', ({ exposureUsd }) => exposureUsd, { totaled: true }),
  dollarsColumn('creditLimitUsd', 'Credit limit', (row) => row.creditLimitUsd, { sortable, card }),
  textColumn('terms', 'Terms', termsText, { width: 104, card }),
  textColumn('phone', 'Phone', ({ phone }) => phone, { width: 136, card }),
  textColumn('email', 'Email', ({ email }) => email, { width: 280, card }),
  textColumn('address', 'Address', ({ address }) => address, { width: 260, hidden: true }),
  dayColumn('created', 'Created', ({ created }) => created, { sortable, hidden: true }),
];

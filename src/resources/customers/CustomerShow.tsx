import { useParams } from 'react-router';
import { write } from '../../../domain/access/ability';
import type { Customer } from '../../../domain/customers/customer';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { Can, useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { useOpenRecord } from '../../kit/list';
import { listPath } from '../../kit/list/list-place';
import { Panel, RecordColumns } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useResourceOne } from '../../providers/refine/use-resource';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { useTitle } from '../../shell/useTitle';
import { Button } from '../../ui/Button';
import { CopyableId } from '../../ui/CopyableId';
import { Facts } from '../../ui/Facts';
import { PageFrame } from '../../ui/PageFrame';
import { dateHere } from '../../ui/reader-dates';
import { CreditPills } from './CreditPills';
import { CustomerDrawer } from './CustomerDrawer';
import { customers } from './resource';
import { CustomerAgeing } from './show/CustomerAgeing';
import { CustomerCredit } from './show/CustomerCredit';
import { CustomerOrders } from './show/CustomerOrders';
import { CustomerSpend } from './show/CustomerSpend';

const MISSING = 'This customer doesn’t exist, or you can’t see it.';

/** A customer's page: spend, orders, credit and contact. */
export default function CustomerShow() {
  const { slug = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(slug);
  const { result: data, query } = useResourceOne(customers, isId ? Number(slug) : undefined);
  const { can } = useCan();
  const mayEdit = can(customers.update.requires);
  /** The platform answers for the reader's own role, which is too much while viewing as another. */
  const within = (customer: Customer): Customer => ({
    ...customer,
    canEdit: customer.canEdit && mayEdit,
    canEditCredit: customer.canEditCredit && mayEdit && can(write('ORDER_PAYMENTS')),
  });
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (!isId || isGone) return <ErrorScreen status={404} message={MISSING} />;
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }}>
      {(customer) => <CustomerPage customer={within(customer)} />}
    </QueryState>
  );
}

function CustomerPage({ customer }: { customer: Customer }) {
  const { record, open, close } = useOpenRecord();
  useTitle(customer.name);
  return (
    <PageFrame
      title={customer.name}
      breadcrumbs={[{ label: 'Customers', to: listPath('/network/customers') }]}
      aside={<CreditPills customer={customer} />}
      actions={
        customer.canEdit && (
          <Button icon="edit" onClick={() => open(customer.id)}>
            Edit
          </Button>
        )
      }
    >
      <RecordColumns
        side={
          <>
            <CustomerCredit customer={customer} />
            <Can requires={orderCalls.search.requires}>
              <CustomerAgeing customer={customer} />
            </Can>
            <CustomerFacts customer={customer} />
          </>
        }
      >
        <Can
          requires={orderCalls.search.requires}
          otherwise={<p className="v-hint">Your role doesn’t show you this customer’s orders.</p>}
        >
          <CustomerSpend customer={customer} />
          <CustomerOrders customer={customer} />
        </Can>
      </RecordColumns>
      {record?.id === customer.id && customer.canEdit && <CustomerDrawer id={customer.id} onClose={close} />}
    </PageFrame>
  );
}

/** A zone, and whether it no longer follows the address. */
function zoneText({ serviceZone, serviceZoneByHand }: Customer): string | undefined {
  return serviceZone && serviceZoneByHand ? `${serviceZone.name} (chosen by hand)` : serviceZone?.name;
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { license, phone, email, managers } = customer;
  const facts = {
    License: license && <CopyableId value={license.licenseNumber} />,
    Status: customer.customerStatus?.name,
    'Service zone': zoneText(customer),
    Managers: managers.map(({ displayName }) => displayName).join(', '),
    Phone: phone && <a href={`tel:${phone}`}>{phone}</a>,
    Email: email && <a href={`mailto:${email}`}>{email}</a>,
    Address: customer.address,
    'Delivery preferences': customer.deliveryPreferences,
    Notes: customer.notes,
    'Customer since': dateHere(customer.created),
  };
  return (
    <Panel title="Details">
      <Facts layout="stacked" facts={facts} />
    </Panel>
  );
}

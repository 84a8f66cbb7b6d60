import { useState } from 'react';
import { useParams } from 'react-router';
import { write } from '../../../domain/access/ability';
import { AGES } from '../../../domain/customers/ageing';
import { customers as calls } from '../../../domain/customers/contract';
import { termsText } from '../../../domain/customers/credit';
import { type Customer, CustomerEdit, type CustomerRow } from '../../../domain/customers/customer';
import { compare, formatUsd, greater, subtract } from '../../../domain/money';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { counted } from '../../../domain/text';
import { daysIn } from '../../../domain/time-zones';
import { Can, useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useOpenRecord } from '../../kit/list';
import { listPath } from '../../kit/list/list-place';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useKnownRow } from '../../providers/refine/known-row';
import { aheadOf } from '../../providers/refine/look-ahead';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceOne, useResourceUpdate } from '../../providers/refine/use-resource';
import { Days } from '../../shell/Days';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { useTitle } from '../../shell/useTitle';
import { Button } from '../../ui/Button';
import { CopyableId } from '../../ui/CopyableId';
import { Facts } from '../../ui/Facts';
import { PageFrame } from '../../ui/PageFrame';
import { countedZone, dateHere } from '../../ui/reader-dates';
import { Skeleton } from '../../ui/states';
import { WatchLicense } from '../licenses/WatchLicense';
import { CreditPills } from './CreditPills';
import { CustomerDrawer } from './CustomerDrawer';
import styles from './customers.module.css';
import { customers } from './resource';
import { CustomerOrders } from './show/CustomerOrders';
import { CustomerSpend } from './show/CustomerSpend';

const MISSING = 'This customer doesn’t exist, or you can’t see it.';

export const ahead = aheadOf(customers);

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
    <QueryState
      query={{ data, error: query.error, refetch: query.refetch }}
      skeleton={<CustomerSkeleton id={Number(slug)} />}
    >
      {(customer) => <CustomerPage customer={within(customer)} />}
    </QueryState>
  );
}

const headOf = (customer: CustomerRow): RecordHead => ({
  title: customer.name,
  breadcrumbs: [{ label: 'Customers', to: listPath('/network/customers') }],
  aside: <CreditPills customer={customer} />,
});

/** A customer's page while they load, with what their row in a list says. */
function CustomerSkeleton({ id }: { id: number }) {
  const customer = useKnownRow([customers], (row) => row.id === id);
  const { can } = useCan();
  const label = 'Loading the customer';
  if (!customer) return <RecordSkeleton label={label} />;
  const seesOrders = can(orderCalls.search.requires);
  const mayEdit = can(customers.update.requires);
  const maySetCredit = mayEdit && can(write('ORDER_PAYMENTS'));
  const rest = <Skeleton width="72px" height="1.5em" />;
  return (
    <Days of={customer.companyId}>
      <RecordSkeleton
        label={label}
        head={headOf(customer)}
        acts={mayEdit ? [{ label: 'Edit', hasIcon: true }] : []}
        side={
          <>
            <PanelSkeleton
              title="Credit"
              acts={maySetCredit ? [{ label: holdText(customer) }] : []}
              layout="columns"
              facts={{ ...creditFigures(customer), 'Waiting orders': rest, Terms: rest }}
            />
            {seesOrders && <PanelSkeleton title="Money owed by age" height="96px" />}
            <CustomerFacts customer={customer} />
          </>
        }
      >
        {seesOrders && (
          <>
            <PanelSkeleton title="Spend by month" height="240px" />
            <PanelSkeleton title="Latest orders" height="240px" />
          </>
        )}
      </RecordSkeleton>
    </Days>
  );
}

function CustomerPage({ customer }: { customer: Customer }) {
  const { record, open, close } = useOpenRecord();
  useTitle(customer.name);
  return (
    <Days of={customer.companyId}>
      <PageFrame
        {...headOf(customer)}
        actions={
          <>
            {customer.license && <WatchLicense id={customer.license.id} />}
            {customer.canEdit && (
              <Button icon="edit" onClick={() => open(customer.id)}>
                Edit
              </Button>
            )}
          </>
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
    </Days>
  );
}

/** In full, or as far as its row says. */
type KnownCustomer = CustomerRow & Partial<Customer>;

/** A zone, and whether it no longer follows the address. */
function zoneText({ serviceZone, serviceZoneByHand }: KnownCustomer): string | undefined {
  return serviceZone && serviceZoneByHand ? `${serviceZone.name} (chosen by hand)` : serviceZone?.name;
}

function CustomerFacts({ customer }: { customer: KnownCustomer }) {
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

/** What a customer owes, by how late it is. */
function CustomerAgeing({ customer: { id } }: { customer: Customer }) {
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
          <>
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
            <p className="v-hint">{daysIn(countedZone())}</p>
          </>
        )}
      </QueryState>
    </Panel>
  );
}

const holdText = ({ onHold }: CustomerRow) => (onHold ? 'Release hold' : 'Put on hold');

const creditFigures = ({ exposureUsd, creditLimitUsd: limit }: CustomerRow) => ({
  Owes: formatUsd(greater(exposureUsd, 0)),
  'Credit limit': limit === null ? 'None' : formatUsd(limit),
  ...(limit !== null && { Available: formatUsd(greater(subtract(limit, exposureUsd), 0)) }),
});

/** What a customer owes, their limit, and whether they are on hold. */
function CustomerCredit({ customer }: { customer: Customer }) {
  const { submittedUsd, overpaidUsd, onHold, holdReason } = customer;
  const [isAsking, setAsking] = useState(false);
  const figures = {
    ...creditFigures(customer),
    'Waiting orders': formatUsd(submittedUsd),
    ...(compare(overpaidUsd, 0) > 0 && { 'Paid too much': `${formatUsd(overpaidUsd)}, already taken off` }),
    Terms: termsText(customer) || 'Set by payment option',
  };
  return (
    <Panel
      title="Credit"
      actions={customer.canEditCredit && <Button onClick={() => setAsking(true)}>{holdText(customer)}</Button>}
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
      act={holdText(customer)}
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

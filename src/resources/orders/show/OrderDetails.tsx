import { shortDay } from '../../../../domain/dates';
import type { Order } from '../../../../domain/orders/order';
import { useCan } from '../../../access/useCan';
import { FormSheet } from '../../../kit/form/FormSheet';
import type { FieldSpec } from '../../../kit/form/fields';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceList } from '../../../providers/refine/use-resource';
import { Facts } from '../../../ui/Facts';
import { salesReps as salesRepsResource } from '../../team/sales-reps/resource';
import styles from '../orders.module.css';
import { orders } from '../resource';

const FRESH_MS = 60_000;

type Values = {
  shipDate: string | null;
  paymentDueDate: string | null;
  shippingDetails: string;
  notes: string;
  salesRepOrgUserIds: number[];
};

const FIELDS: readonly FieldSpec<Values>[] = [
  { name: 'shipDate', label: 'Ship date', control: 'date', isNative: true, half: true },
  { name: 'paymentDueDate', label: 'Payment due', control: 'date', isNative: true, half: true },
  { name: 'salesRepOrgUserIds', label: 'Sales reps', control: 'picks', options: [], placeholder: 'Add a sales rep' },
  { name: 'shippingDetails', label: 'Shipping details', control: 'textarea', rows: 2 },
  { name: 'notes', label: 'Notes', control: 'textarea', hint: 'Only your organization sees these.' },
];

const STAYS = 'You stay one of them: you see only orders you’re the sales rep of.';

type OrderDetailsProps = { order: Order; refresh: () => unknown };

/** Dates, shipping, notes and sales reps: a form for people who may edit, text for others. */
export function OrderDetails({ order, refresh }: OrderDetailsProps) {
  const { shipDate, paymentDueDate, shippingDetails, notes, salesReps } = order;
  return (
    <Panel title="Details">
      {order.canEdit ? (
        <DetailsForm order={order} refresh={refresh} />
      ) : (
        <Facts
          facts={{
            'Ship date': shipDate && shortDay(shipDate),
            'Payment due': paymentDueDate && shortDay(paymentDueDate),
            'Sales reps': salesReps.map(({ displayName }) => displayName).join(', '),
            'Shipping details': shippingDetails,
            Notes: notes,
          }}
        />
      )}
    </Panel>
  );
}

function DetailsForm({ order, refresh }: OrderDetailsProps) {
  const { id, version, shipDate, paymentDueDate, shippingDetails, notes, salesReps } = order;
  const options = useSalesReps(order);
  const seesAll = useCan().holds('write', 'BROWSE_ORDERS');
  const values: Values = {
    shipDate,
    paymentDueDate,
    shippingDetails,
    notes,
    salesRepOrgUserIds: salesReps.map((rep) => rep.id),
  };
  const form = useRecordForm(orders, {
    id,
    values,
    version,
    success: 'Order details saved',
    onSaved: refresh,
    refresh,
  });
  const nameOf = (repId: number) => options.find(({ value }) => value === repId)?.label ?? 'somebody';
  return (
    <FormSheet
      form={form}
      className={styles.form}
      save="Save details"
      fields={FIELDS.map((field) =>
        field.control === 'picks' ? { ...field, options, ...(seesAll ? {} : { hint: STAYS }) } : field,
      )}
      shown={(_name, value) => {
        if (Array.isArray(value)) return value.map(nameOf).join(', ') || 'nobody';
        if (!value) return 'empty';
        return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? shortDay(String(value)) : String(value);
      }}
    />
  );
}

/** Team members who can be the order's sales rep, plus current reps whatever their status. */
function useSalesReps({ sellerCompany, salesReps }: Order) {
  const query = { companyId: sellerCompany.companyId };
  const { data } = useResourceList(salesRepsResource, { query, staleTime: FRESH_MS }).result;
  const known = data.map(({ searchId, displayName }) => ({ value: searchId, label: displayName }));
  const former = salesReps.filter(({ id }) => !known.some(({ value }) => value === id));
  return [...known, ...former.map(({ id, displayName }) => ({ value: id, label: displayName }))];
}

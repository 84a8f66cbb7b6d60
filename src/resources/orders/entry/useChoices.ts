import { useMemo } from 'react';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { PERCENT_DECIMALS } from '../../../../domain/orders/entry/discount';
import type { OrderCustomer } from '../../../../domain/orders/entry/draft';
import { ENTERED_SOURCES, isEnteredBySales, whyNotSource } from '../../../../domain/orders/entry/source';
import { ORDER_SOURCE_LABELS, type Order } from '../../../../domain/orders/order';
import { dueOnAcceptance } from '../../../../domain/orders/ship-dates';
import type { OrderStatus } from '../../../../domain/orders/status';
import { counted } from '../../../../domain/text';
import { choicesOf } from '../../../kit/form/choices';
import type { FieldSpec } from '../../../kit/form/fields';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceList } from '../../../providers/refine/use-resource';
import { today } from '../../../ui/reader-dates';
import { salesReps as salesRepsResource } from '../../team/sales-reps/resource';
import type { EntryValues } from './entry-values';
import { listedCustomers } from './resource';
import type { OrderEntry } from './useOrderEntry';

const FRESH_MS = 60_000;

/** The chosen customer, and the fields of an order with what can be chosen in them. */
export function useChoices({ typed, orgId, companyId }: OrderEntry, order: Order | null, whyNotLines: string | null) {
  const id = typed.customerId;
  const customer = useCallQuery(calls.customer, { params: { id: id ?? 0 } }, { enabled: id !== null });
  const known = customer.data?.id === id ? customer.data : undefined;
  const reps = useResourceList(salesRepsResource, { query: { companyId }, staleTime: FRESH_MS }).result.data;
  const { paymentOptionId, paymentDueDate, discountType } = typed;
  // Kept between renders, or each change of a line would draw every field.
  const fields = useMemo(
    () =>
      fieldsOf({
        orgId,
        companyId,
        known,
        reps,
        order,
        whyNotLines,
        paymentOptionId,
        paymentDueDate,
        discountType,
      }),
    [orgId, companyId, known, reps, order, whyNotLines, paymentOptionId, paymentDueDate, discountType],
  );
  return { customer: known, fields };
}

type Known = Pick<EntryValues, 'paymentOptionId' | 'paymentDueDate' | 'discountType'> & {
  orgId: number;
  companyId: number;
  known: OrderCustomer | undefined;
  reps: readonly { searchId: number; displayName: string }[];
  order: Order | null;
  whyNotLines: string | null;
};

function fieldsOf({
  orgId,
  companyId,
  known,
  reps,
  order,
  whyNotLines,
  ...typed
}: Known): readonly FieldSpec<EntryValues>[] {
  const managers = new Set(known?.managerIds);
  const isOwn = order === null || isEnteredBySales(order);
  const sources = isOwn ? ENTERED_SOURCES : [order.orderSource];
  const option = known?.paymentOptions.find((one) => one.id === typed.paymentOptionId);
  return [
    {
      name: 'customerId',
      label: 'Customer',
      control: 'lookup',
      required: true,
      placeholder: 'Choose a customer',
      fixed: isOwn ? whyNotLines : 'The buyer placed this order',
      source: choicesOf(listedCustomers, {
        of: { orgId },
        query: { companyId },
        option: ({ id, name, licenseNumber }) => ({
          value: id,
          label: licenseNumber ? `${name} · ${licenseNumber}` : name,
        }),
      }),
    },
    {
      name: 'orderSource',
      label: 'Source',
      control: 'select',
      fixed: order && whyNotSource(order),
      options: sources.map((source) => ({ value: source, label: ORDER_SOURCE_LABELS[source] })),
    },
    {
      name: 'distributorId',
      label: 'Distributor',
      control: 'select',
      placeholder: 'None',
      options: withStanding(
        known?.distributors.map((one) => ({ value: one.companyId, label: one.name })) ?? [],
        order?.distributor && { value: order.distributor.companyId, label: order.distributor.name },
      ),
    },
    {
      name: 'salesRepOrgUserIds',
      label: 'Sales reps',
      control: 'picks',
      placeholder: 'Add a sales rep',
      options: [
        ...reps
          .map(({ searchId, displayName }) => ({ value: searchId, label: displayName }))
          .sort((a, b) => Number(managers.has(b.value)) - Number(managers.has(a.value))),
        ...(order?.salesReps ?? [])
          .filter((rep) => !reps.some(({ searchId }) => searchId === rep.id))
          .map((rep) => ({ value: rep.id, label: rep.displayName })),
      ],
    },
    {
      name: 'paymentOptionId',
      label: 'Payment option',
      control: 'select',
      placeholder: 'None',
      options: withStanding(
        known?.paymentOptions.map((one) => ({ value: one.id, label: one.name })) ?? [],
        order?.paymentOption && { value: order.paymentOption.id, label: order.paymentOption.name },
      ),
    },
    { name: 'shipDate', label: 'Ship date', control: 'date', isNative: true, half: true },
    {
      name: 'paymentDueDate',
      label: 'Payment due',
      control: 'date',
      isNative: true,
      half: true,
      ...dueOf(typed.paymentDueDate, order, known?.paymentTermsDays ?? option?.dueDays),
    },
    {
      name: 'discountType',
      label: 'Discount in',
      control: 'select',
      half: true,
      fixed: whyNotLines,
      options: [
        { value: '$', label: 'Dollars' },
        { value: '%', label: 'Percent' },
      ],
    },
    {
      name: 'discount',
      label: 'Discount',
      ...(typed.discountType === '%'
        ? { control: 'percent' as const, decimals: PERCENT_DECIMALS }
        : { control: 'money' as const }),
      half: true,
      fixed: whyNotLines,
    },
    { name: 'shippingDetails', label: 'Shipping details', control: 'textarea', rows: 2 },
    { name: 'notes', label: 'Notes', control: 'textarea', rows: 2, hint: 'Only your organization sees these.' },
  ];
}

type Option = { value: number; label: string };

/** The order's own choice stays offered. */
const withStanding = (options: readonly Option[], standing: Option | null | undefined) =>
  standing && !options.some(({ value }) => value === standing.value) ? [standing, ...options] : options;

/**
 * When payment would be due were the order accepted today. It isn't sent: the platform counts from the day the order is
 * accepted, unless somebody enters a date.
 */
function dueOf(typed: string | null, order: Order | null, days: number | undefined) {
  if (typed !== null || !BEFORE_ACCEPTANCE.has(order?.status ?? 'DRAFT')) return {};
  const implied = dueOnAcceptance(today(), days);
  return implied === null || days === undefined
    ? { hint: 'Set when the order is accepted.' }
    : { implied, hint: `From the payment terms: ${counted(days, 'day')} after acceptance.` };
}

const BEFORE_ACCEPTANCE: ReadonlySet<OrderStatus> = new Set(['DRAFT', 'SUBMITTED']);

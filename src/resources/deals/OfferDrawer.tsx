import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import { customers as customerCalls } from '../../../domain/customers/contract';
import { offers as calls } from '../../../domain/deals/contract';
import { AUDIENCE_IDS, AUDIENCES, type Audience, type Offer } from '../../../domain/deals/deal';
import { formatUsd } from '../../../domain/money';
import { zoneText } from '../../../domain/time-zones';
import { typedAmount } from '../../../domain/typed';
import { useCan } from '../../access/useCan';
import { choicesOf } from '../../kit/form/choices';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import { useRecordForm } from '../../kit/form/useRecordForm';
import type { RowOf } from '../../providers/refine/resource-types';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { countedZone, dayHere, endOfDayHere } from '../../ui/reader-dates';
import { customers } from '../customers/resource';
import { pathOfOffer } from './deals.text';
import { offerProducts, offers } from './resource';

type Values = {
  productId: number | null;
  quantity: string;
  smallestQuantity: string;
  askingPrice: string;
  endsOn: string | null;
  audience: Audience;
  customerIds: number[];
  packageIds: number[];
  note: string;
};

const DAYS_OPEN = 7;
const DAY_MS = 86_400_000;

/** Makes an offer, or changes an open one. */
export function OfferDrawer({ offer, onClose }: { offer?: Offer; onClose: () => void }) {
  const navigate = useNavigate();
  const { scope } = useSession();
  const asked = { orgId: scope?.orgId ?? 0, companyId: offer?.seller.companyId ?? scope?.sellerCompanyId ?? 0 };
  const [known, setKnown] = useState<ReadonlyMap<number, Offerable>>(new Map());
  const seesCustomers = useCan().can(customerCalls.search.requires);
  const form = useRecordForm(offers, {
    id: offer?.uuid,
    version: offer?.version,
    values: valuesOf(offer),
    names: { endsAt: 'endsOn' },
    body: ({ endsOn, quantity, smallestQuantity, askingPrice, ...values }: Values, { changed, version }) => ({
      ...values,
      ...(offer ? { version } : asked),
      quantity: typedAmount('quantity', quantity),
      smallestQuantity: typedAmount('quantity', smallestQuantity) || typedAmount('quantity', quantity),
      askingPrice: typedAmount('money', askingPrice),
      endsAt: endOf(endsOn, changed.has('endsOn') ? undefined : offer),
      customerIds: values.audience === 'CUSTOMERS' ? values.customerIds : [],
    }),
    success: offer ? 'Offer saved.' : ({ product }) => `${product.name} is on offer.`,
    failure: offer ? 'Couldn’t save the offer.' : 'Couldn’t make the offer.',
    onSaved: (saved) => (offer ? onClose() : void navigate(pathOfOffer(saved as Offer), { replace: true })),
    ...(offer ? { unchanged: onClose } : {}),
  });
  const productId = useWatch({ control: form.rhf.control, name: 'productId' });
  const chosen = known.get(productId ?? 0);
  const lots = useLots(asked.orgId, productId, offer);
  const unit = offer?.unitOfMeasure ?? chosen?.unitOfMeasure;
  const inUnit = unit === undefined ? '' : ` (${unit.toLowerCase()}s)`;
  const fields: FieldSpec<Values>[] = [
    {
      name: 'productId',
      label: 'Product',
      control: 'lookup',
      required: true,
      ...(offer
        ? { options: [{ value: offer.product.id, label: offer.product.name }] }
        : {
            source: choicesOf(offerProducts, {
              search: 'searchTerm',
              option: ({ id, name, sku }) => ({ value: id, label: sku ? `${name} (${sku})` : name }),
              onFound: (rows) =>
                setKnown((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)])),
            }),
          }),
      placeholder: 'Find by name or SKU',
      fixed: offer ? 'You can’t change an offer’s product. Make a new offer instead.' : null,
      hint: chosen && productText(chosen),
    },
    {
      name: 'packageIds',
      label: 'Lots',
      control: 'checks',
      options: lots,
      hint: 'The packages on offer. Leave blank to offer any stock.',
      when: () => lots.length > 0,
    },
    { name: 'quantity', label: `Quantity${inUnit}`, control: 'quantity', required: true, half: true },
    {
      name: 'smallestQuantity',
      label: 'Minimum quantity',
      control: 'quantity',
      half: true,
      hint: 'The least a buyer can take. Leave blank to sell it all at once.',
    },
    { name: 'askingPrice', label: 'Asking price', control: 'money', required: true, half: true },
    {
      name: 'endsOn',
      label: 'Ends',
      control: 'date',
      required: true,
      half: true,
      hint: `At the end of this day in ${zoneText(countedZone())}.`,
    },
    {
      name: 'audience',
      label: 'Shown to',
      control: 'select',
      required: true,
      options: AUDIENCE_IDS.map((value) => ({
        value,
        label: AUDIENCES[value],
        disabled: value === 'CUSTOMERS' && !seesCustomers,
      })),
      hint: 'Buyers in the company’s state. Partners are organizations that share a brand with yours.',
    },
    {
      name: 'customerIds',
      label: 'Customers',
      control: 'multi',
      required: true,
      source: choicesOf(customers, {
        search: 'searchTerm',
        query: { companyId: asked.companyId },
        sortBy: 'displayName',
        option: ({ id, name, license }) => ({ value: id, label: name, disabled: license === null }),
        chosen: offer?.customers.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      }),
      placeholder: 'Find by name',
      when: ({ audience }) => audience === 'CUSTOMERS',
    },
    { name: 'note', label: 'Note', control: 'textarea', maxLength: 1000, hint: 'Buyers read it.' },
  ];
  return (
    <FormDrawer
      form={form}
      title={offer ? `Offer of ${offer.product.name}` : 'Make an offer'}
      save={offer ? 'Save' : 'Make offer'}
      onClose={onClose}
      fields={fields}
    />
  );
}

/** The end of the day chosen; the offer's own end, to the second, where that wasn't changed. */
const endOf = (endsOn: string | null, offer: Offer | undefined): string | undefined =>
  endsOn === null ? undefined : (offer?.endsAt ?? endOfDayHere(endsOn));

function valuesOf(offer: Offer | undefined): Values {
  if (offer === undefined) {
    return {
      productId: null,
      quantity: '',
      smallestQuantity: '',
      askingPrice: '',
      endsOn: dayHere(new Date(Date.now() + DAYS_OPEN * DAY_MS)),
      audience: 'EVERYBODY',
      customerIds: [],
      packageIds: [],
      note: '',
    };
  }
  const { product, quantity, smallestQuantity, askingPrice, endsAt, audience, customers, lots, note } = offer;
  return {
    productId: product.id,
    quantity,
    smallestQuantity,
    askingPrice,
    endsOn: dayHere(endsAt),
    audience,
    customerIds: customers.map(({ id }) => id),
    packageIds: lots.map(({ packageId }) => packageId),
    note,
  };
}

type Offerable = RowOf<typeof offerProducts>;

const productText = ({ wholesalePrice, available, unitOfMeasure }: Offerable) => {
  const stock = available === null ? 'Unlimited stock' : `${describeQuantity(available, 'unit')} in stock`;
  return `Wholesale ${formatUsd(wholesalePrice)} per ${unitOfMeasure.toLowerCase()}. ${stock}.`;
};

/** The lots of a product, with those the offer has. */
function useLots(orgId: number, productId: number | null, offer: Offer | undefined) {
  const query = { orgId, productId: productId ?? 0 };
  const { data } = useCallQuery(calls.lots, { query }, { enabled: productId !== null, topics: ['packages', 'deals'] });
  const free = (data ?? []).map(({ packageId, label, quantity }) => ({
    value: packageId,
    label: `${label} · ${quantity}`,
  }));
  const own = (offer?.lots ?? [])
    .filter(({ packageId }) => !free.some(({ value }) => value === packageId))
    .map(({ packageId, label }) => ({ value: packageId, label }));
  return [...own, ...free];
}

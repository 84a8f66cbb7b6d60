import type { z } from 'zod';
import { write } from '../../../domain/access/ability';
import { customers as calls } from '../../../domain/customers/contract';
import { CREDIT_FEATURE } from '../../../domain/customers/credit';
import { type Customer, CustomerFields } from '../../../domain/customers/customer';
import { directory } from '../../../domain/directory/contract';
import { typedCount, typedOrNull } from '../../../domain/typed';
import { useCan } from '../../access/useCan';
import { type ChoiceSource, choicesOf, LEAST_SEARCHED } from '../../kit/form/choices';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import { useDrawerRecord } from '../../kit/form/useDrawerRecord';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { resourceOf } from '../../providers/refine/resource';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { salesReps } from '../team/sales-reps/resource';
import { customers } from './resource';

/** Licenses by business name, in the whole directory. */
const licenseMatches = resourceOf({ name: 'license-matches', list: directory.autocomplete });

type DrawerProps = { id: number | null; onClose: () => void };

/** The form of a new or existing customer, beside the page. */
export function CustomerDrawer({ id, onClose }: DrawerProps) {
  const customer = useDrawerRecord(customers, id, onClose);
  if (id !== null && !customer) return null;
  return <CustomerForm customer={customer} onClose={onClose} />;
}

function CustomerForm({ customer, onClose }: { customer: Customer | undefined; onClose: () => void }) {
  const choices = useChoices(customer);
  const form = useRecordForm<typeof customers, CustomerValues>(customers, {
    id: customer?.id,
    values: valuesOf(customer),
    version: customer?.version,
    body: (values, { version }) => ({ ...sentOf(values), ...(version === undefined ? {} : { version }) }),
    success: ({ name }) => `${name} saved.`,
    onSaved: onClose,
    ...(customer ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={customer ? `Edit ${customer.name}` : 'Add a customer'}
      save={customer ? 'Save' : 'Add customer'}
      onClose={onClose}
      width={520}
      fields={customerFields(choices)}
    />
  );
}

const named = (entries: readonly { id: number; name: string }[] | undefined) =>
  entries?.map(({ id, name }) => ({ value: id, label: name }));

function useChoices(customer: Customer | undefined): CustomerChoices {
  const { scope } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = customer?.companyId ?? scope?.sellerCompanyId ?? undefined;
  const facets = useCallQuery(calls.facets, { query: { orgId, companyId } }, { topics: ['customers'] }).data;
  const whyNotCredit = useCan().whyNot(write(CREDIT_FEATURE));
  const own = customer?.license;
  return {
    licenses: choicesOf(licenseMatches, {
      search: 'searchString',
      least: LEAST_SEARCHED,
      filters: { directoryListingTypes: ['license'] },
      option: ({ id, name, tagline }) => ({ value: id, label: `${name} (${tagline})` }),
      chosen: own ? [{ value: own.id, label: `${own.name} (${own.licenseNumber})` }] : [],
    }),
    statuses: named(facets?.customerStatuses),
    zones: named(facets?.serviceZones),
    paymentOptions: named(facets?.paymentOptions),
    people: choicesOf(salesReps, {
      option: ({ searchId, displayName }) => ({ value: searchId, label: displayName }),
      // People who left the team are still shown where they were chosen.
      chosen: customer?.managers.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? [],
    }),
    isZoneByHand: customer?.serviceZoneByHand ?? false,
    whyNotCredit,
  };
}

type Choices = readonly { value: number; label: string }[] | undefined;

/** The data of the form's choices. */
type CustomerChoices = {
  licenses: ChoiceSource;
  statuses: Choices;
  zones: Choices;
  people: ChoiceSource;
  paymentOptions: Choices;
  /** People chose the customer's zone. */
  isZoneByHand: boolean;
  /** Why credit can't be set; null when it can. */
  whyNotCredit: string | null;
};

/** A customer's form values: amounts and days as typed. */
type CustomerValues = Omit<z.output<typeof CustomerFields>, 'paymentTermsDays' | 'creditLimitUsd'> & {
  paymentTermsDays: string;
  creditLimitUsd: string;
};

function valuesOf(customer: Customer | undefined): CustomerValues {
  const { paymentTermsDays, creditLimitUsd, ...fields } = CustomerFields.parse(customer ?? { name: 'New' });
  return {
    ...fields,
    name: customer?.name ?? '',
    paymentTermsDays: String(paymentTermsDays ?? ''),
    creditLimitUsd: creditLimitUsd ?? '',
  };
}

/** The values to send. */
const sentOf = ({ paymentTermsDays: days, creditLimitUsd: limit, ...values }: CustomerValues) => ({
  ...values,
  paymentTermsDays: typedCount(days),
  creditLimitUsd: typedOrNull('money', limit),
});

function customerFields(choices: CustomerChoices): readonly FieldSpec<CustomerValues>[] {
  const { whyNotCredit: fixed } = choices;
  return [
    { name: 'name', label: 'Name', required: true, maxLength: 200 },
    {
      name: 'licenseId',
      label: 'License',
      control: 'lookup',
      source: choices.licenses,
      placeholder: 'Type a business name',
      hint: 'A customer with a license can order on the marketplace.',
    },
    {
      name: 'customerStatusId',
      label: 'Status',
      control: 'select',
      options: choices.statuses,
      placeholder: 'None',
      half: true,
    },
    {
      name: 'serviceZoneId',
      label: 'Service zone',
      control: 'select',
      options: choices.zones,
      placeholder: 'None',
      half: true,
    },
    {
      name: 'serviceZoneByHand',
      label: 'Keep this zone when the address changes',
      control: 'checkbox',
      hint: 'Clear it to use the zone of the address on the service zone map.',
      when: () => choices.isZoneByHand,
    },
    {
      name: 'managerIds',
      label: 'Managers',
      control: 'multi',
      source: choices.people,
      hint: 'They’re the sales reps on new orders.',
    },
    { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40, section: 'Contact and delivery' },
    { name: 'email', label: 'Email', control: 'email', maxLength: 200 },
    { name: 'address', label: 'Address', maxLength: 400 },
    { name: 'deliveryPreferences', label: 'Delivery preferences', control: 'textarea', rows: 2, maxLength: 2000 },
    {
      name: 'notes',
      label: 'Notes',
      control: 'textarea',
      rows: 2,
      maxLength: 4000,
      hint: 'Only your team sees these.',
    },
    {
      name: 'paymentOptions',
      label: 'Agreed payment options',
      control: 'multi',
      options: choices.paymentOptions,
      section: 'Payment and credit',
    },
    { name: 'paymentOptionsLocked', label: 'Allow only these at checkout', control: 'checkbox' },
    {
      name: 'paymentTermsDays',
      label: 'Terms in days',
      control: 'whole',
      half: true,
      fixed,
      hint: 'Counted from acceptance. Leave blank to use the payment option’s terms.',
    },
    {
      name: 'creditLimitUsd',
      label: 'Credit limit',
      control: 'money',
      half: true,
      fixed,
      hint: 'Leave blank for no limit.',
    },
    { name: 'delinquent', label: 'Delinquent: pays late', control: 'checkbox' },
    ...(fixed === null
      ? ([
          { name: 'onHold', label: 'On hold: no new orders', control: 'checkbox' },
          {
            name: 'holdReason',
            label: 'Reason for the hold',
            maxLength: 500,
            hint: 'The buyer doesn’t see it.',
            when: ({ onHold }) => onHold,
          },
        ] satisfies FieldSpec<CustomerValues>[])
      : []),
  ];
}

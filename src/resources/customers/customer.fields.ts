import type { z } from 'zod';
import { type Customer, CustomerFields } from '../../../domain/customers/customer';
import type { ChoiceSource } from '../../kit/form/choices';
import type { FieldSpec } from '../../kit/form/fields';

type Choices = readonly { value: number; label: string }[] | undefined;

/** The data of the form's choices. */
export type CustomerChoices = {
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
export type CustomerValues = Omit<z.output<typeof CustomerFields>, 'paymentTermsDays' | 'creditLimitUsd'> & {
  paymentTermsDays: string;
  creditLimitUsd: string;
};

export function valuesOf(customer: Customer | undefined): CustomerValues {
  const { paymentTermsDays, creditLimitUsd, ...fields } = CustomerFields.parse(customer ?? { name: 'New' });
  return {
    ...fields,
    name: customer?.name ?? '',
    paymentTermsDays: String(paymentTermsDays ?? ''),
    creditLimitUsd: creditLimitUsd ?? '',
  };
}

/** The values to send. */
export const sentOf = ({ paymentTermsDays: days, creditLimitUsd: limit, ...values }: CustomerValues) => ({
  ...values,
  paymentTermsDays: days.trim() === '' ? null : Number(days),
  creditLimitUsd: limit === '' ? null : limit,
});

export function customerFields(choices: CustomerChoices): readonly FieldSpec<CustomerValues>[] {
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
    { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40, half: true, section: 'Contact and delivery' },
    { name: 'email', label: 'Email', control: 'email', maxLength: 200, half: true },
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
      control: 'quantity',
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

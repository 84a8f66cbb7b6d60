import { stateChoices } from '../../../domain/organization/us-states';
import type { FieldSpec } from '../form/fields';

/** A location as typed. */
export type LocationValues = {
  name: string;
  phone: string;
  lineOne: string;
  city: string;
  state: string;
  postalCode: string;
};

/** The form of a location that buyers see. */
export const locationFields: readonly FieldSpec<LocationValues>[] = [
  { name: 'name', label: 'Name', required: true, maxLength: 100, placeholder: 'Warehouse' },
  { name: 'lineOne', label: 'Street address', required: true, maxLength: 200 },
  { name: 'city', label: 'City', required: true, maxLength: 100 },
  { name: 'state', label: 'State', control: 'select', options: stateChoices, required: true, half: true },
  { name: 'postalCode', label: 'ZIP code', required: true, half: true, maxLength: 10 },
  { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40 },
];

/** A location as the platform takes it. */
export const sentLocation = ({ state: ansiAbbrevation, ...values }: LocationValues) => ({
  ...values,
  state: { ansiAbbrevation },
});

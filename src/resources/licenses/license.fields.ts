import { COMPANY_TYPES, type CompanyType } from '../../../domain/access/vocabulary';
import type { LicenseProfile } from '../../../domain/licenses/license';
import { type LicenseKind, licenseKind } from '../../../domain/licenses/license-type';
import { stateChoices } from '../../../domain/organization/us-states';
import type { FieldSpec } from '../../kit/form/fields';
import type { IconName } from '../../ui/Icon';

const ICONS: Record<LicenseKind, IconName> = {
  retailer: 'store',
  cultivator: 'leaf',
  processor: 'flame',
  wholesaler: 'box',
  distributor: 'truck',
  laboratory: 'flask',
  'service provider': 'tool',
  hemp: 'sprout',
  multiple: 'layers',
};

/** The icon of a license type; a plain one where the type isn't known. */
export function licenseIcon(type: CompanyType): IconName {
  const kind = licenseKind(type);
  return kind === null ? 'building' : ICONS[kind];
}

const typeOptions = Object.entries(COMPANY_TYPES).map(([value, { label }]) => ({ value, label }));

type AddressValues = { lineOne: string; city: string; postalCode: string };
export type EditValues = AddressValues & {
  dba: string;
  phone: string;
  isPublic: boolean;
  licenseType: CompanyType;
  /** Empty where it isn't known. */
  expiresOn: string;
};
export type AddValues = AddressValues & {
  licenseNumber: string;
  name: string;
  state: string;
  licenseType: CompanyType;
};

/** Where the platform's messages about an address belong. */
export const ADDRESS_NAMES = {
  'address.lineOne': 'lineOne',
  'address.city': 'city',
  'address.postalCode': 'postalCode',
} as const;

/** Flat address fields as the platform takes them. */
export function withAddress<V extends AddressValues>({ lineOne, city, postalCode, ...values }: V) {
  return { ...values, address: { lineOne, city, postalCode } };
}

export function valuesOf({ dba, phone, isPublic, licenseType, expiresOn, address }: LicenseProfile): EditValues {
  const { lineOne, city, postalCode } = address;
  return {
    dba: dba ?? '',
    phone: phone ?? '',
    isPublic,
    licenseType,
    expiresOn: expiresOn ?? '',
    lineOne,
    city,
    postalCode,
  };
}

const addressFields = [
  { name: 'lineOne', label: 'Street', maxLength: 200 },
  { name: 'city', label: 'City', maxLength: 100, half: true },
  { name: 'postalCode', label: 'ZIP code', maxLength: 10, half: true },
] satisfies FieldSpec<AddressValues>[];

const typeField = {
  name: 'licenseType' as const,
  label: 'Type',
  control: 'select' as const,
  options: typeOptions,
  half: true,
};

export const editFields: readonly FieldSpec<EditValues>[] = [
  { name: 'dba', label: 'DBA', maxLength: 200, hint: 'The name customers know, if it’s another.' },
  typeField,
  { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40, half: true },
  { name: 'expiresOn', label: 'Expires', control: 'date', isNative: true, half: true },
  ...addressFields,
  {
    name: 'isPublic',
    label: 'Show in the directory',
    control: 'checkbox',
    hint: 'Sellers can add it as a customer, and buyers can find it.',
  },
];

export const addFields: readonly FieldSpec<AddValues>[] = [
  { name: 'licenseNumber', label: 'License number', required: true, maxLength: 60, hint: 'As the state wrote it.' },
  { name: 'name', label: 'Name', required: true, maxLength: 200, hint: 'The business the license names.' },
  { name: 'state', label: 'State', control: 'lookup', options: stateChoices, required: true, half: true },
  typeField,
  ...addressFields,
];

import { describe, expect, test } from 'vitest';
import { COMPANY_TYPES, type CompanyType } from '../../../domain/access/vocabulary';
import { fieldErrors } from '../../../domain/errors';
import { normalLicenseNumber } from '../../../domain/integrations/license-number';
import { addressText } from '../../../domain/licenses/export';
import { LicenseDraft, LicenseEdit } from '../../../domain/licenses/license';
import { licenseKind, licenseTypeOf } from '../../../domain/licenses/license-type';

const draft = {
  licenseNumber: 'C10-0000001-LIC',
  name: 'Cedar',
  state: 'CA',
  address: { lineOne: '4 Grove Street', city: 'Oakland', postalCode: '94612' },
};
const errorsOf = (change: object) => {
  const { error } = LicenseDraft.safeParse({ ...draft, ...change });
  return error ? fieldErrors(error) : {};
};

describe('a license to add', () => {
  test('has its number with single spaces, in upper case', () => {
    expect(LicenseDraft.parse({ ...draft, licenseNumber: ' ccl18-0000512 ' }).licenseNumber).toBe('CCL18-0000512');
    expect(normalLicenseNumber('050  10011127277')).toBe('050 10011127277');
  });

  test.each([
    ['a blank number', { licenseNumber: '  ' }, { licenseNumber: 'License number is required' }],
    ['a blank name', { name: ' ' }, { name: 'Name is required' }],
    [
      'a wrong ZIP code',
      { address: { postalCode: '9461' } },
      { 'address.postalCode': 'Enter a ZIP code, such as 94612' },
    ],
    [
      'an address in another state',
      { address: { state: { ansiAbbrevation: 'OR' } } },
      { 'address.state': 'Must be in California, as the license is' },
    ],
  ])('with %s is refused at its field', (_what, change, errors) => {
    expect(errorsOf(change)).toEqual(errors);
  });

  test('takes a ZIP+4 code, no address, and the address’s own state', () => {
    expect(errorsOf({ address: { postalCode: '94612-0001', state: { ansiAbbrevation: 'CA' } } })).toEqual({});
    expect(errorsOf({ address: {} })).toEqual({});
  });
});

test('an edit cannot move a license to another number, name or state', () => {
  const edit = { isPublic: true, address: {}, version: 0, licenseNumber: 'X', name: 'Y', state: 'OR' };
  expect(Object.keys(LicenseEdit.parse(edit)).sort()).toEqual(['address', 'dba', 'isPublic', 'phone', 'version']);
});

test.each([
  ['Retail Marijuana Store', 'RETAILER'],
  ['Adult-Use Dispensary', 'RETAILER'],
  ['Medical Cultivation', 'CULTIVATOR'],
  ['Marijuana Producer', 'CULTIVATOR'],
  ['Testing Laboratory', 'LABORATORY'],
  ['Infused Product Manufacturer', 'PROCESSOR'],
  ['Distributor', 'DISTRIBUTOR'],
  ['Microbusiness', 'MICROBUSINESS'],
  ['SERVICE_PROVIDER', 'SERVICE_PROVIDER'],
  ['Research', 'UNKNOWN'],
  ['', 'UNKNOWN'],
] satisfies [string, CompanyType][])('the tracking system’s “%s” is of type %s', (words, type) => {
  expect(licenseTypeOf(words)).toBe(type);
});

test('every license type but an unknown one has a kind of its own', () => {
  const kinds = (Object.keys(COMPANY_TYPES) as CompanyType[]).map(licenseKind);
  expect(kinds.filter((kind) => kind === null)).toHaveLength(1);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('an address is one line without its blank parts', () => {
  const state = { ansiAbbrevation: 'CA' };
  expect(addressText({ address: { lineOne: '4 Grove Street', city: 'Oakland', state, postalCode: '94612' } })).toBe(
    '4 Grove Street, Oakland, CA 94612',
  );
  expect(addressText({ address: { lineOne: '', city: 'Oakland', state, postalCode: '' } })).toBe('Oakland, CA');
  expect(addressText({ address: { lineOne: '', city: '', state, postalCode: '' } })).toBe('');
});

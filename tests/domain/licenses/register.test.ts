import { describe, expect, test } from 'vitest';
import { guessMapping } from '../../../domain/import-rows';
import {
  asOfProblem,
  hasRegisterNeeds,
  type Listed,
  REGISTER_FIELDS,
  readRegisterRow,
  registerChanges,
  registerDay,
} from '../../../domain/licenses/register';
import { statedStatusOf } from '../../../domain/licenses/stated-status';

describe('a register’s word for a status', () => {
  test.each([
    ['Active', 'ACTIVE'],
    [' ISSUED ', 'ACTIVE'],
    ['ACTIVE (ISSUED)', 'ACTIVE'],
    ['About To Expire', 'ACTIVE'],
    ['Pending', 'PENDING'],
    ['PENDING (ISSUED)', 'PENDING'],
    ['Expired', 'EXPIRED'],
    ['Active - Suspended', 'SUSPENDED'],
    ['Summary Suspension', 'SUSPENDED'],
    ['Voluntarily surrendered', 'SURRENDERED'],
    ['Cancelled', 'SURRENDERED'],
    ['Suspended; revoked', 'REVOKED'],
  ])('“%s” means %s', (words, status) => {
    expect(statedStatusOf(words)).toBe(status);
  });

  test.each(['Inactive', 'Tier II', 'Active (title certificate)', 'CLOSED (PERMANENT)', 'Suspended?no', '', '—'])(
    '“%s” isn’t guessed',
    (words) => {
      expect(statedStatusOf(words)).toBeNull();
    },
  );
});

describe('a register’s date', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['1/5/27', '2027-01-05'],
    ['11-20-2026', '2026-11-20'],
    ['11/20/2026 12:00:00 AM', '2026-11-20'],
    ['2026/3/4', '2026-03-04'],
    ['20-Nov-26', '2026-11-20'],
    ['20 November 2026', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['February 1 2027', '2027-02-01'],
  ])('“%s” is %s', (text, day) => {
    expect(registerDay(text)).toBe(day);
  });

  test.each(['02/30/2026', '13/01/2026', '46346', 'soon', '11/2026', 'Nov 31, 2026', '1/5/276'])(
    '“%s” is none',
    (text) => {
      expect(registerDay(text)).toBeNull();
    },
  );
});

const cells = { licenseNumber: '284.000001-audo', name: 'Green  Leaf\nLLC' };

describe('a row of a register', () => {
  test('has its number in the normal form, blanks as nothing, and a status in our words and its own', () => {
    const row = { ...cells, status: 'Issued', expiresOn: '1/2/2027', dba: 'N/A', city: ' ', email: 'a@example.com' };
    expect(readRegisterRow(row)).toMatchObject({
      ...{ licenseNumber: '284.000001-AUDO', name: 'Green Leaf LLC', status: 'ACTIVE', statusText: 'Issued' },
      ...{ expiresOn: '2027-01-02', dba: null, city: null, email: 'a@example.com', phone: null, problem: null },
    });
  });

  test.each([
    [{ licenseNumber: '-' }, 'License number: is missing'],
    [{ name: '' }, 'Name: is missing'],
    [{ licenseNumber: '1.2345E+10' }, /^License number: a spreadsheet shortened this number to 1.2345E\+10\./],
    [{ licenseNumber: '1.2345e10' }, /^License number: a spreadsheet shortened this number/],
    [{ licenseNumber: '12345.0' }, /^License number: a spreadsheet made 12345.0 of this number\./],
    [{ licenseNumber: '2026-01-03' }, /^License number: a spreadsheet made a date of this number/],
    [{ licenseNumber: '3-Jan' }, /^License number: a spreadsheet made a date of this number/],
    [{ licenseNumber: '#' }, 'License number: must have a letter or a digit'],
    [{ licenseNumber: 'X'.repeat(61) }, 'License number: must be 60 characters or fewer'],
    [{ expiresOn: '46346' }, 'Expires: “46346” isn’t a date, such as 11/20/2026'],
    [{ name: 'N'.repeat(501) }, 'Name: must be 500 characters or fewer'],
    [{ name: ' ', expiresOn: 'soon' }, 'Name: is missing. Expires: “soon” isn’t a date, such as 11/20/2026'],
  ])('%o can’t be read', (change, problem) => {
    expect(readRegisterRow({ ...cells, ...change }).problem).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  test.each(['050 10011127277', '0012345', 'C11-0000001-LIC', '402R-00001', '12E4'])('%s is a number', (text) => {
    expect(readRegisterRow({ ...cells, licenseNumber: text })).toMatchObject({ licenseNumber: text, problem: null });
  });
});

test('columns are guessed from the headings of registers', () => {
  const of = (...headings: string[]) => guessMapping(REGISTER_FIELDS, headings);
  const guessed = of(
    'licenseNumber',
    'licenseStatus',
    'expirationDate',
    'businessLegalName',
    'premiseCity',
    'businessEmail',
  );
  expect(guessed).toEqual({ licenseNumber: 0, status: 1, expiresOn: 2, name: 3, city: 4, email: 5 });
  expect(of('Lic. No.', 'Trade Name', 'License_Status')).toEqual({ licenseNumber: 0, dba: 1, status: 2 });
  expect(hasRegisterNeeds(guessed)).toBe(true);
  expect(hasRegisterNeeds(of('License Number', 'Status'))).toBe(false);
});

describe('what a register changes', () => {
  const before: Listed = { ...readRegisterRow({ ...cells, status: 'ACTIVE', city: 'Peoria' }), notListedSince: null };
  const columns = { licenseNumber: 'No', name: 'Name', status: 'Status' };
  const now = (change: object) => readRegisterRow({ ...cells, status: 'Active', ...change });

  test('is told by field; capitals of a status and fields without a column are no change', () => {
    expect(registerChanges(before, now({}), columns)).toEqual([]);
    expect(registerChanges(before, now({ status: 'Revoked', name: 'Green Leaf' }), columns)).toEqual([
      { label: 'Name', from: 'Green Leaf LLC', to: 'Green Leaf' },
      { label: 'Status', from: 'Active', to: 'Revoked' },
    ]);
    expect(registerChanges(before, now({}), { ...columns, city: 'City' })).toEqual([
      { label: 'City', from: 'Peoria', to: '' },
    ]);
  });

  test('says a word we don’t know as it is, and that a license is listed again', () => {
    const gone = { ...before, notListedSince: '2026-10-05' };
    expect(registerChanges(gone, now({ status: 'Tier II' }), columns)).toEqual([
      { label: 'Register', from: 'Not listed since 10/05/2026', to: 'Listed' },
      { label: 'Status', from: 'Active', to: 'Tier II (unknown)' },
    ]);
  });
});

test('a register is of a day that has begun in its state, and no older than the one applied', () => {
  const now = new Date('2026-11-20T06:30:00Z');
  const of = (asOf: string, latest: string | null = null, usState = 'CA') =>
    asOfProblem({ asOf, usState }, latest, now);
  expect(of('2026-11-19')).toBeNull();
  expect(of('2026-11-20')).toBe('Can’t be in the future');
  expect(of('2026-11-20', null, 'IL')).toBeNull();
  expect(of('2026-11-10', '2026-11-10')).toBeNull();
  expect(of('2026-11-09', '2026-11-10')).toBe('A newer register of California is applied, of 11/10/2026');
});

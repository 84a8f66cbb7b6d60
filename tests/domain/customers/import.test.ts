import { describe, expect, test } from 'vitest';
import type { ImportRow } from '../../../domain/customers/import';
import { judgeRows, type Known } from '../../../domain/customers/judge-import';
import { birch, cedar, known } from '../../support/customers/known';

const judgeOne = (row: ImportRow, on: Known = known) => judgeRows([row], on)[0];

describe('a row', () => {
  test.each<[string, ImportRow, object]>([
    ['by license', { licenseNumber: 'c11-0000001-lic', notes: 'New' }, { verdict: 'update', customerId: 1 }],
    [
      'by name and email, whose spelling it keeps',
      { name: 'CEDAR', email: 'cedar@example.com' },
      { verdict: 'unchanged', customerId: 1 },
    ],
    [
      'by license, whose name it changes',
      { name: 'CEDAR', licenseNumber: 'C11-0000001-LIC' },
      { verdict: 'update', values: { name: 'CEDAR' } },
    ],
    ['by name where neither has an email', { name: 'Birch', phone: '510' }, { verdict: 'update', customerId: 2 }],
    [
      'as new where the email differs',
      { name: 'Cedar', email: 'west@example.com' },
      { verdict: 'create', customerId: null },
    ],
    [
      'as new by an unused license, under the license’s name',
      { licenseNumber: 'C11-0000002-LIC' },
      { verdict: 'create', name: 'Fir LLC' },
    ],
    [
      'as unchanged where it says what there is',
      { licenseNumber: 'C11-0000001-LIC', creditLimitUsd: '$100' },
      { verdict: 'unchanged' },
    ],
    [
      'by name where its license is not known yet',
      { name: 'Birch', licenseNumber: 'C11-0000002-LIC' },
      { verdict: 'update', customerId: 2, changes: [{ label: 'License number', from: '', to: 'C11-0000002-LIC' }] },
    ],
    [
      'as new where the one of its name has another license',
      { name: 'Cedar', email: 'cedar@example.com', licenseNumber: 'C11-0000002-LIC' },
      { verdict: 'create', customerId: null },
    ],
    [
      'as unchanged with the managers it has, in any order',
      { licenseNumber: 'C11-0000001-LIC', managers: 'boss@example.com; REP@example.com,' },
      { verdict: 'unchanged' },
    ],
    [
      'as changed with other managers',
      { licenseNumber: 'C11-0000001-LIC', managers: ' boss@example.com ,boss@example.com' },
      {
        verdict: 'update',
        values: { managerIds: [9] },
        changes: [{ label: 'Managers (emails)', from: 'rep@example.com, boss@example.com', to: 'boss@example.com' }],
      },
    ],
    [
      'as changed with another credit limit',
      { licenseNumber: 'C11-0000001-LIC', creditLimitUsd: '100.01' },
      { verdict: 'update', changes: [{ label: 'Credit limit', from: '100.00', to: '100.01' }] },
    ],
    [
      'as changed with a first credit limit',
      { name: 'Birch', creditLimitUsd: '100' },
      { verdict: 'update', values: { creditLimitUsd: '100.00' } },
    ],
    [
      'as refused where two customers are meant',
      { name: 'Twin' },
      { verdict: 'refused', reasons: ['2 customers have this name. Add its email or license number'] },
    ],
    ['by name alone, without an email', { name: 'Cedar', phone: '510' }, { verdict: 'update', customerId: 1 }],
    [
      'by name where only the row has an email',
      { name: 'Birch', email: 'birch@example.com' },
      { verdict: 'update', customerId: 2, changes: [{ label: 'Email', from: '', to: 'birch@example.com' }] },
    ],
    ['by name in other letters', { name: '  bIRCH ', phone: '510' }, { verdict: 'update', customerId: 2 }],
    [
      'by name with other blanks and apostrophes',
      { name: "ann's  CAFE\u0301" },
      { customerId: 5, verdict: 'unchanged' },
    ],
    [
      'as new where only the email differs, and says so',
      { name: 'Cedar', email: 'west@example.com' },
      {
        verdict: 'create',
        reasons: [
          'There is a customer of this name with the email cedar@example.com. If it’s the same, use that email in the file',
        ],
      },
    ],
    [
      'as refused where a spreadsheet shortened its license',
      { licenseNumber: '1.23E+11' },
      {
        verdict: 'refused',
        reasons: [
          'License number: a spreadsheet shortened this number to 1.23E+11. Format its column as text and enter it again',
        ],
      },
    ],
  ])('matches a customer %s', (_how, row, verdict) => {
    expect(judgeOne(row)).toMatchObject(verdict);
  });

  test('changes only what it contains, and describes it', () => {
    const row = {
      licenseNumber: 'C11-0000001-LIC',
      customerStatus: 'key account',
      serviceZone: 'North',
      delinquent: 'yes',
      paymentTermsDays: 'Net 30',
      notes: 'Old',
    };
    expect(judgeOne(row)).toMatchObject({
      verdict: 'update',
      values: { customerStatusId: 6, serviceZoneId: 8, delinquent: true },
      changes: [
        { label: 'Status', from: 'Active', to: 'Key account' },
        { label: 'Service zone', from: '', to: 'North' },
        { label: 'Delinquent', from: 'No', to: 'Yes' },
      ],
    });
  });

  test.each<[ImportRow, string]>([
    [{ phone: '510' }, 'Name is required'],
    [{ name: 'X', email: 'nonsense' }, 'Email: Enter an email address, such as orders@greenleaf.com'],
    [{ name: 'X', licenseNumber: 'NOPE' }, 'No license NOPE in CA'],
    [{ name: 'X', customerStatus: 'Gold' }, 'No status called “Gold”'],
    [{ name: 'X', serviceZone: 'South' }, 'No service zone called “South”'],
    [{ name: 'X', managers: 'rep@example.com; who@example.com' }, 'No one on your team has the email who@example.com'],
    ...['maybe', 'yesterday', 'so yes', 'nobody', 'oh no'].map((said): [ImportRow, string] => [
      { name: 'X', delinquent: said },
      `Delinquent: enter yes or no, not “${said}”`,
    ]),
    ...['a cod', 'codfish', '30 net', '-1', '1.5', '366', 'Net', 'net ', 'days', '0x10', '1e1', '1,5', '30 30'].map(
      (said): [ImportRow, string] => [
        { name: 'X', paymentTermsDays: said },
        `Payment terms: enter a number of days, not “${said}”`,
      ],
    ),
    [{ name: 'X', creditLimitUsd: '5$' }, 'Credit limit: enter an amount, not “5$”'],
    [{ name: 'X', creditLimitUsd: '1,5' }, 'Credit limit: enter an amount, not “1,5”'],
    [{ name: 'X', creditLimitUsd: '1e3' }, 'Credit limit: enter an amount, not “1e3”'],
    [{ name: 'X', creditLimitUsd: 'much' }, 'Credit limit: enter an amount, not “much”'],
    [{ name: 'X', paymentTermsDays: 'soon' }, 'Payment terms: enter a number of days, not “soon”'],
    [{ name: 'X', creditLimitUsd: '-5' }, 'Credit limit: enter an amount, not “-5”'],
    [{ name: 'X', creditLimitUsd: '1.005' }, 'Credit limit: enter an amount, not “1.005”'],
  ])('%o is refused: %s', (row, reason) => {
    expect(judgeOne(row)).toMatchObject({ verdict: 'refused', reasons: [reason], values: {} });
  });

  test.each<[ImportRow, object]>([
    [{ delinquent: ' Yes ' }, { delinquent: true }],
    [{ delinquent: 'x' }, { delinquent: true }],
    [{ delinquent: '1' }, { delinquent: true }],
    [{ delinquent: ' No ' }, { delinquent: false }],
    [{ delinquent: 'N' }, { delinquent: false }],
    [{ delinquent: '0' }, { delinquent: false }],
    [{ paymentTermsDays: ' COD ' }, { paymentTermsDays: 0 }],
    [{ paymentTermsDays: 'net15' }, { paymentTermsDays: 15 }],
    [{ paymentTermsDays: 'Net  15' }, { paymentTermsDays: 15 }],
    [{ paymentTermsDays: '15' }, { paymentTermsDays: 15 }],
    [{ paymentTermsDays: 'Net-30 days' }, { paymentTermsDays: 30 }],
    [{ paymentTermsDays: '0' }, { paymentTermsDays: 0 }],
    [{ creditLimitUsd: ' $1,200 ' }, { creditLimitUsd: '1200.00' }],
    [{ creditLimitUsd: '0' }, { creditLimitUsd: '0.00' }],
    [{ managers: ' ; ' }, { managerIds: [] }],
  ])('%o is read as %o', (row, values) => {
    expect(judgeOne({ name: 'X', ...row })).toMatchObject({
      verdict: 'create',
      reasons: [],
      values: { name: 'X', ...values },
    });
  });

  test('sets nothing that it leaves out', () => {
    expect(judgeOne({ name: ' X ' })).toEqual({
      row: 1,
      name: 'X',
      customerId: null,
      verdict: 'create',
      reasons: [],
      changes: [],
      values: { name: 'X' },
    });
  });

  test('tells all that is wrong, and is no earlier row for those after it', () => {
    const rows = [
      { name: 'Pine', email: 'x', delinquent: 'maybe' },
      { name: 'Fir', notes: 'A' },
      { name: 'Fir', notes: 'B' },
    ];
    expect(judgeRows(rows, known).map(({ reasons }) => reasons.length)).toEqual([2, 0, 1]);
    expect(judgeOne({ phone: '5'.repeat(41) })?.reasons).toEqual(['Phone: Must be 40 characters or fewer']);
  });

  test('with a license or a customer of an earlier row is refused, others of the name aren’t', () => {
    const rows = [
      { licenseNumber: 'C11-0000002-LIC', name: 'Fir' },
      { licenseNumber: 'C11-0000002-LIC', name: 'Fir Two' },
      { licenseNumber: 'C11-0000001-LIC', notes: 'A' },
      { name: 'Birch', notes: 'B' },
      { name: 'Cedar', email: 'cedar@example.com', notes: 'C' },
      { name: 'Elm', email: 'a@example.com' },
      { name: 'Elm', email: 'b@example.com' },
      { licenseNumber: 'C11-0000003-LIC', name: 'Fir' },
      { name: 'Birch', delinquent: 'maybe' },
    ];
    expect(judgeRows(rows, known).map(({ reasons }) => reasons.join())).toEqual([
      '',
      'Same customer as row 1',
      '',
      '',
      'Same customer as row 3',
      '',
      '',
      '',
      'Delinquent: enter yes or no, not “maybe”',
    ]);
  });

  test('with a license alone is the customer of its name who has none', () => {
    const customers = [{ ...birch, name: 'fir  llc' }, cedar];
    expect(judgeOne({ licenseNumber: 'C11-0000002-LIC' }, { ...known, customers })).toMatchObject({
      verdict: 'update',
      customerId: birch.id,
      changes: [{ label: 'License number', from: '', to: 'C11-0000002-LIC' }],
    });
  });

  test('is compared with the customers of its name and license alone, however many there are', () => {
    const many = 400;
    let looks = 0;
    const watched = <T extends object>(one: T, field: keyof T): T => {
      const get = () => {
        looks += 1;
        return one[field];
      };
      return Object.defineProperty({ ...one }, field, { enumerable: true, get });
    };
    const numbered = Array.from({ length: many }, (_, at) => at);
    const customers = [
      ...numbered.map((at) => watched({ ...birch, id: at, name: `Shop ${at}` }, 'name')),
      ...numbered.map((at) => watched({ ...birch, id: many + at, name: 'Chain', email: `${at}@example.com` }, 'email')),
    ];
    const licenses = numbered.map((at) =>
      watched({ id: at, licenseNumber: `C11-${at}`, name: `Shop ${at} LLC` }, 'licenseNumber'),
    );
    const rows = numbered.flatMap((at) => [{ licenseNumber: `C11-${at}`, name: `Shop ${at}` }, { name: `New ${at}` }]);
    expect(new Set(judgeRows(rows, { ...known, customers, licenses }).map(({ verdict }) => verdict))).toEqual(
      new Set(['update', 'create']),
    );
    expect(looks).toBeLessThan(many * 20);
  });

  test('with a mistake is of nobody until that is put right', () => {
    const reasons = ['Delinquent: enter yes or no, not “maybe”'];
    expect(judgeOne({ name: 'Twin', delinquent: 'maybe' })).toMatchObject({ reasons });
    expect(judgeOne({ name: 'Birch', delinquent: 'maybe' })).toMatchObject({ customerId: null, reasons });
  });

  test('without credit needs no permission for it', () => {
    expect(judgeOne({ name: 'X', notes: 'A' }, { ...known, mayChangeCredit: false })).toMatchObject({
      verdict: 'create',
    });
  });

  test('with the same customer as an earlier row is refused', () => {
    const twice = [
      { row: 2, name: 'Pine' },
      { row: 5, name: 'Fir', phone: '1' },
      { row: 9, name: 'pine ' },
      { row: 12, name: 'PINE', email: 'pine@example.com' },
    ];
    expect(judgeRows(twice, known).map(({ row, verdict, reasons }) => [row, verdict, reasons])).toEqual([
      [2, 'create', []],
      [5, 'create', []],
      [9, 'refused', ['Same customer as row 2']],
      [12, 'refused', ['Same customer as row 2']],
    ]);
  });

  test('that sets credit is refused without the permission', () => {
    const reasons = ['Your role can’t set payment terms or credit limits'];
    expect(judgeOne({ name: 'X', creditLimitUsd: '5' }, { ...known, mayChangeCredit: false })).toMatchObject({
      reasons,
    });
    expect(judgeOne({ name: 'X', creditLimitUsd: '5' })).toMatchObject({ values: { creditLimitUsd: '5.00' } });
  });
});

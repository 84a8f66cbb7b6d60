import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byAttention,
  type Intake,
  type IntakePackage,
  intakeCounts,
  labGateOf,
  needsSettling,
  whyNotConfirmed,
} from '../../../domain/intakes/intake';
import { rejectionText } from '../../../domain/intakes/rejection';
import { judgeHere, packageOfUnit, readUnitCode, Tag } from '../../../domain/intakes/scan';
import { HOURS_TO_ACCEPT, todoOf } from '../../../domain/intakes/todo';

const TAG = '1A4060300000000000000001';
const act = { by: 'Teresa Nguyen', at: '2026-11-20T17:00:00.000Z' };

const carried = (values: Partial<IntakePackage> = {}): IntakePackage => ({
  label: TAG,
  confirmed: false,
  notFound: false,
  notes: '',
  unknown: false,
  leftManifest: false,
  confirmation: null,
  itemName: 'Blue Dream Jar',
  unitOfMeasure: 'ea',
  shippedQuantity: '24',
  countedQuantity: null,
  count: null,
  countedByReader: false,
  settledQuantity: null,
  settlement: null,
  receivedQuantity: null,
  theirState: 'SHIPPED',
  labState: 'TestPassed',
  labExpired: null,
  overruled: null,
  version: 0,
  ...values,
});

const label = fc.integer({ min: 0, max: 40 }).map((n) => `1A40603${String(n).padStart(17, '0')}`);
const packages = fc.array(
  fc.record({ label, confirmed: fc.boolean(), notFound: fc.boolean(), notes: fc.constantFrom('', 'Wet') }),
  { maxLength: 30 },
);
type Shown = { label: string; confirmed: boolean; notFound: boolean; notes: string };

/** The order in words: which of four groups a package is in. */
const groupOf = ({ notFound, notes, confirmed }: Shown) => (notFound ? 0 : 4) + (notes ? 0 : 2) + (confirmed ? 1 : 0);

describe('the order of packages', () => {
  test('is not found first, then with notes, then unconfirmed before confirmed, then by label', () => {
    fc.assert(
      fc.property(packages, (given) => {
        const sorted = given.toSorted(byAttention);
        for (const [at, one] of sorted.entries()) {
          const next = sorted[at + 1];
          if (next === undefined) continue;
          expect(groupOf(one)).toBeLessThanOrEqual(groupOf(next));
          if (groupOf(one) === groupOf(next)) expect(one.label <= next.label).toBe(true);
        }
      }),
    );
  });

  test('doesn’t depend on the order they came in, and loses none', () => {
    fc.assert(
      fc.property(packages, fc.integer(), (given, seed) => {
        const shuffled = given.toSorted((a, b) => ((a.label.length * seed) % 7) - ((b.label.length * seed) % 5));
        expect(shuffled.toSorted(byAttention)).toEqual(given.toSorted(byAttention));
        expect(given.toSorted(byAttention)).toHaveLength(given.length);
      }),
    );
  });
});

describe('an intake', () => {
  test('counts what is confirmed, expected, not found, noted and unknown', () => {
    const all = [
      carried({ confirmed: true, theirState: 'ACCEPTED' }),
      carried({ notFound: true, notes: 'Not on the pallet' }),
      carried({ unknown: true, theirState: null }),
      carried({ theirState: 'REJECTED' }),
      carried({ confirmed: true, leftManifest: true }),
    ];
    expect(intakeCounts(all)).toEqual({
      packageCount: 3,
      confirmedCount: 1,
      expectedCount: 3,
      notFoundCount: 1,
      hasNotesCount: 1,
      unknownCount: 1,
      acceptedCount: 1,
      rejectedCount: 1,
    });
  });

  test.each([
    ['is expected', {}, null],
    ['was marked not found and is here after all', { notFound: true }, null],
    ['is unknown', { unknown: true }, 'It isn’t on this manifest.'],
    ['left the manifest', { leftManifest: true }, 'It’s no longer on the manifest.'],
    ['is confirmed', { confirmed: true, confirmation: act }, 'Teresa Nguyen confirmed it already.'],
    ['was rejected there', { theirState: 'REJECTED' }, 'It was rejected in the tracking system.'],
    ['failed its lab test', { labState: 'TestFailed' }, 'Its lab test failed (test failed).'],
    ['failed, and was overruled', { labState: 'TestFailed', overruled: { ...act, why: 'Retest passed' } }, null],
    ['has no result', { labState: null }, 'It has no passed lab test (no result).'],
    ['waits for its result', { labState: 'TestingInProgress' }, 'It has no passed lab test (testing in progress).'],
    [
      'passed, with a certificate that expired',
      { labExpired: '2026-11-20' },
      'Its lab certificate expired on 11/20/2026.',
    ],
    ['expired, and was overruled', { labExpired: '2026-11-20', overruled: { ...act, why: 'Renewed on paper' } }, null],
    ['failed long ago', { labState: 'TestFailed', labExpired: '2026-11-20' }, 'Its lab test failed (test failed).'],
    ['needs no test, whatever is old', { labState: 'NotRequired', labExpired: '2026-11-20' }, null],
    ['needs no test', { labState: 'NotRequired' }, null],
  ] satisfies [string, Partial<IntakePackage>, string | null][])(
    'says whether a package that %s can be confirmed',
    (_, values, why) => {
      expect(whyNotConfirmed(carried(values), { isVoided: false })).toBe(why);
      expect(whyNotConfirmed(carried(values), { isVoided: true })).toBe('The sender voided this transfer.');
    },
  );

  test('lets only passed tests in, or none that are required', () => {
    expect(
      ['RetestPassed', 'NotRequired', 'RetestFailed', 'Remediated', null, 'Nonsense'].map((labState) =>
        labGateOf({ labState, labExpired: null }),
      ),
    ).toEqual(['passed', 'passed', 'failed', 'missing', 'missing', 'missing']);
  });

  test('wants a difference settled until somebody did', () => {
    expect(needsSettling(carried({ countedQuantity: '24.0' }))).toBe(false);
    expect(needsSettling(carried({ countedQuantity: '23' }))).toBe(true);
    expect(needsSettling(carried({ countedQuantity: '23', settlement: { ...act, why: 'One broke' } }))).toBe(false);
  });

  test('is a to-do once it was confirmed here and not accepted there, or the other way round', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    const facts = {
      isVoided: false,
      waitingThere: 2,
      unconfirmedHere: 0,
      lastConfirmed: hoursAgo(HOURS_TO_ACCEPT),
      isFollowed: true,
    };
    expect(todoOf(facts, now)).toBe('ACCEPT_THERE');
    expect(todoOf({ ...facts, lastConfirmed: hoursAgo(HOURS_TO_ACCEPT - 1) }, now)).toBeNull();
    expect(todoOf({ ...facts, isVoided: true }, now)).toBeNull();
    const reverse = { ...facts, waitingThere: 0, unconfirmedHere: 1 };
    expect(todoOf(reverse, now)).toBe('CONFIRM_HERE');
    expect(todoOf({ ...reverse, isFollowed: false }, now)).toBeNull();
  });
});

describe('a scanned tag', () => {
  test('has 24 characters, in any case', () => {
    expect(Tag.parse(` ${TAG.toLowerCase()} `)).toBe(TAG);
    expect(Tag.safeParse(TAG.slice(1)).error?.issues[0]?.message).toBe('A tag has 24 characters');
  });

  test('is judged by the loaded intake', () => {
    const of = (values: Partial<IntakePackage>) => judgeHere({ intakePackages: [carried(values)] }, TAG)?.outcome;
    expect(of({})).toBe('EXPECTED');
    expect(of({ confirmed: true })).toBe('CONFIRMED');
    expect(of({ unknown: true })).toBe('UNKNOWN');
    expect(judgeHere({ intakePackages: [] }, TAG)).toBeNull();
  });
});

describe('what to reject', () => {
  const intake = (intakePackages: IntakePackage[]) =>
    ({ manifestNumber: '0000004411', senderName: 'Lost Coast Cultivation', intakePackages }) as Intake;

  test('is nothing while all is well', () => {
    expect(rejectionText(intake([carried(), carried({ confirmed: true })]))).toBeNull();
  });

  test('names each package once by its reason', () => {
    const text = rejectionText(
      intake([
        carried({ notFound: true }),
        carried({ label: `${TAG.slice(0, -1)}2`, labState: 'TestFailed', countedQuantity: '23' }),
        carried({ label: `${TAG.slice(0, -1)}3`, countedQuantity: '23', settledQuantity: '24' }),
        carried({ label: `${TAG.slice(0, -1)}4`, unknown: true, itemName: '' }),
      ]),
    );
    expect(text).toBe(`Manifest 0000004411 from Lost Coast Cultivation: reject 3 packages, because

Not found:
- ${TAG} Blue Dream Jar

Lab test failed:
- ${TAG.slice(0, -1)}2 Blue Dream Jar: test failed

Quantity differs:
- ${TAG.slice(0, -1)}2 Blue Dream Jar: shipped 24, counted 23 ea

Not on the manifest:
- ${TAG.slice(0, -1)}4`);
  });
});

describe('the code of a single unit', () => {
  test.each([
    ['HTTPS://1A4.COM/3W5E11264SGPN', '3W5E11264SGPN'],
    ['https://id.1a4.com/3w5E-11_sGPN?src=label', '3w5E-11_sGPN'],
    [']Q3id.1a4.com/3W5E11264SGPN/', '3W5E11264SGPN'],
    ['3W5E11264SGPN', '3W5E11264SGPN'],
    ['https://example.com/3W5E11264SGPN', null],
    ['https://1a4.com.example.com/3W5E11264SGPN', null],
    [TAG, null],
    [TAG.slice(1), null],
    [TAG.slice(0, 14), null],
    ['850012345678', null],
  ])('in %s is %s', (text, code) => {
    expect(readUnitCode(text)).toBe(code);
  });

  test('is of the package in this intake, if the tracking system names several', () => {
    const other = '1A4060300000000000000002';
    const third = '1A4060300000000000000003';
    const intake = { intakePackages: [carried(), carried({ label: third, leftManifest: true })] };
    expect(packageOfUnit(intake, [other, TAG])).toEqual({ found: 'ONE', label: TAG });
    expect(packageOfUnit(intake, [other])).toEqual({ found: 'ONE', label: other });
    expect(packageOfUnit(intake, [other, third])).toEqual({ found: 'SEVERAL', labels: [other, third] });
    expect(packageOfUnit(intake, [])).toEqual({ found: 'NONE' });
  });
});

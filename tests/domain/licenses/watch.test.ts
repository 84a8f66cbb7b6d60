import { expect, test } from 'vitest';
import type { KnownLicense } from '../../../domain/licenses/warning';
import { newsOf, type Told } from '../../../domain/licenses/watch';
import type { WatchStep } from '../../../domain/licenses/watch-steps';

const NOTHING_TOLD: Told = { lapse: null, expiresOn: null, barred: null, isGone: false };
const known: KnownLicense = {
  licenseNumber: 'C11-1',
  usState: 'CA',
  expiresOn: '2026-12-31',
  statedStatus: null,
  checkedAt: null,
  isListed: true,
};

/** What is told of a license on days, one after the other, at noon in its state. */
function toldOn(days: readonly (readonly [day: string, license?: Partial<KnownLicense>])[]): WatchStep[][] {
  let told: Told = NOTHING_TOLD;
  return days.map(([day, license]) => {
    const news = newsOf({ ...known, ...license }, told, new Date(`${day}T20:00:00Z`));
    ({ told } = news);
    return news.steps;
  });
}

test('each step is told once, however often is looked', () => {
  const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-12-01', '2026-12-01', '2026-12-24', '2026-12-31'];
  const steps = toldOn([...days, '2027-01-01', '2027-01-02'].map((day) => [day] as const));
  expect(steps).toEqual([[], ['60'], [], ['30'], [], ['7'], [], ['LAPSED'], []]);
});

test('of steps that were missed only the nearest is told', () => {
  expect(toldOn([['2026-12-26']])).toEqual([['7']]);
  expect(toldOn([['2026-11-02'], ['2027-01-05'], ['2027-01-06']])).toEqual([['60'], ['LAPSED'], []]);
});

test('the last day is still valid, by the state’s clock', () => {
  const at = (instant: string, usState: string) =>
    newsOf({ ...known, usState }, { ...NOTHING_TOLD, lapse: '7', expiresOn: '2026-12-31' }, new Date(instant)).steps;
  expect(at('2027-01-01T07:30:00Z', 'CA')).toEqual([]);
  expect(at('2027-01-01T07:30:00Z', 'NY')).toEqual(['LAPSED']);
});

test('a renewed license begins anew, and says so', () => {
  const renewed = { expiresOn: '2027-12-31' };
  expect(toldOn([['2026-12-26'], ['2026-12-27', renewed], ['2027-11-10', renewed]])).toEqual([['7'], [], ['60']]);
  const told: Told = { ...NOTHING_TOLD, lapse: '7', expiresOn: '2026-12-31' };
  const now = new Date('2026-12-27T20:00:00Z');
  expect(newsOf({ ...known, ...renewed }, told, now).isRenewed).toBe(true);
  expect(newsOf(known, told, now).isRenewed).toBe(false);
  expect(newsOf({ ...known, expiresOn: '2027-01-02' }, told, now)).toMatchObject({ steps: ['7'], isRenewed: true });
});

test('what the register says is told when it changes, and again after it was good', () => {
  const far = { expiresOn: null };
  const on = (statedStatus: KnownLicense['statedStatus']) => ['2026-06-01', { ...far, statedStatus }] as const;
  expect(
    toldOn([on('ACTIVE'), on('SUSPENDED'), on('SUSPENDED'), on('REVOKED'), on('ACTIVE'), on('SUSPENDED')]),
  ).toEqual([[], ['SUSPENDED'], [], ['REVOKED'], [], ['SUSPENDED']]);
});

test('one that left the directory is told once, and nothing else of it until it is back', () => {
  const gone = { isListed: false };
  expect(toldOn([['2026-11-05', gone], ['2026-12-26', gone], ['2026-12-27']])).toEqual([['GONE'], [], ['7']]);
});

import { describe, expect, test } from 'vitest';
import type { HarvestPlant } from '../../../domain/harvests/harvest';
import { judgeTag, type KnownHere, weightAndTag, weightOf, whenWeighed } from '../../../domain/harvests/weigh-line';

const tagOf = (n: number) => `1A40603${String(n).padStart(17, '0')}`;
const plantOf = (n: number, values: Partial<HarvestPlant> = {}): HarvestPlant => ({
  id: n,
  label: tagOf(n),
  weight: null,
  unitOfMeasureAbbreviation: 'g',
  origin: null,
  weighedBy: null,
  weighed: null,
  device: '',
  state: 'DRAFT',
  problem: null,
  ...values,
});
const plants = [
  plantOf(1),
  plantOf(2, { weight: '410.5', origin: 'SCALE' }),
  plantOf(3, { weight: '400', origin: 'DISTRIBUTED' }),
];
const known: KnownHere = {
  harvest: { harvestType: 'WholePlant', state: 'ACTIVE', strainName: 'Blue Dream' },
  plants: new Map(plants.map((one) => [one.label, one])),
  kept: new Map([[tagOf(4), { weight: '12', unit: 'lb' }]]),
  available: new Set([tagOf(5)]),
};

describe('a tag scanned on the weigh line', () => {
  test.each([
    ['a plant of the harvest without weight', tagOf(1), 'READY'],
    ['one that can be added', tagOf(5), 'READY'],
    ['one whose weight was only distributed', tagOf(3), 'READY'],
    ['one that was weighed', tagOf(2), 'WEIGHED'],
    ['one whose weight is kept here', tagOf(4), 'WEIGHED'],
    ['one nobody here knows', tagOf(6), 'UNSURE'],
    ['a part of a tag', tagOf(1).slice(0, 23), 'REFUSED'],
    ['no tag', 'hello', 'REFUSED'],
  ])('%s', (_what, label, kind) => {
    expect(judgeTag(label, known).kind).toBe(kind);
  });

  test('a second scan says what was weighed', () => {
    expect(judgeTag(tagOf(2), known)).toMatchObject({ message: 'Already weighed: 410.5 g.' });
    expect(judgeTag(tagOf(4), known)).toMatchObject({ message: 'Already weighed: 12 lb.' });
  });

  test('nothing is weighed once the harvest was submitted', () => {
    const submitted = { ...known, harvest: { ...known.harvest, state: 'SUBMITTED' as const } };
    expect(judgeTag(tagOf(1), submitted).kind).toBe('REFUSED');
  });
});

describe('the weight of a line', () => {
  const scale = { state: 'STABLE', weight: '412.5', unit: 'lb', isNet: false } as const;

  test('is what was typed, else what a scale said while it stood still', () => {
    expect(weightOf('1,250.5', scale, 'g')).toEqual({
      ok: true,
      weight: { weight: '1250.5', unitOfMeasureAbbreviation: 'g', origin: 'TYPED' },
    });
    expect(weightOf(' ', scale, 'g')).toEqual({
      ok: true,
      weight: { weight: '412.5', unitOfMeasureAbbreviation: 'lb', origin: 'SCALE' },
    });
  });

  test.each([
    ['', null],
    ['', { state: 'MOVING' } as const],
    ['', { ...scale, weight: '0' }],
    ['0', null],
    ['-3', null],
    ['1.23456', null],
    ['12,5', null],
    ['heavy', scale],
  ])('%j with the scale at %j is none', (typed, reading) => {
    expect(weightOf(typed, reading, 'g').ok).toBe(false);
  });
});

test('a tag that a scanner types into the weight’s field is told from the weight before it', () => {
  expect(weightAndTag(`410.5${tagOf(7)}`)).toEqual({ weight: '410.5', tag: tagOf(7) });
  expect(weightAndTag(tagOf(7).toLowerCase())).toEqual({ weight: '', tag: tagOf(7) });
  expect(weightAndTag('410.5')).toBeNull();
  expect(weightAndTag('')).toBeNull();
});

describe('when a plant was weighed', () => {
  const now = new Date('2026-10-05T16:00:00.000Z');
  test.each([
    ['hours before it arrives', '2026-10-05T08:00:00.000Z', '2026-10-05T08:00:00.000Z'],
    ['days before, over a weekend', '2026-10-02T22:00:00.000Z', '2026-10-02T22:00:00.000Z'],
    ['now, if nobody says', undefined, now.toISOString()],
    ['now, by a clock that is ahead', '2026-10-05T16:00:01.000Z', now.toISOString()],
    ['now, by a clock that stands in another year', '2016-10-05T08:00:00.000Z', now.toISOString()],
  ])('is %s', (_, given, at) => {
    expect(whenWeighed(given, now).toISOString()).toBe(at);
  });
});

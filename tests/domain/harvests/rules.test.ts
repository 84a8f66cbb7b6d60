import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOf, type Weighed, weightIn, whyTooMuch } from '../../../domain/harvests/balance';
import {
  HARVEST_STATES,
  type HarvestPackage,
  type HarvestPlant,
  type HarvestRow,
  type HarvestState,
  SENT_STATES,
  type SentState,
} from '../../../domain/harvests/harvest';
import { previewSubmission } from '../../../domain/harvests/preview';
import {
  exportName,
  plantErrors,
  whyNotAdd,
  whyNotChangePlant,
  whyNotDelete,
  whyNotDraw,
  whyNotFinish,
  whyNotRemove,
  whyNotRestore,
  whyNotSubmit,
  whyNotUnfinish,
} from '../../../domain/harvests/rules';
import { compare, sum } from '../../../domain/money';
import '../../support/properties';

const STATES = Object.keys(HARVEST_STATES) as HarvestState[];
const allowedIn = (why: (state: HarvestState) => string | null) => STATES.filter((state) => why(state) === null);

describe('a balance', () => {
  const unit = fc.constantFrom('g', 'kg', 'lb', 'oz', 'mg');
  const weighed = fc.record({
    quantity: fc.integer({ min: 1, max: 5_000_000 }).map((n) => String(n / 10_000)),
    unit,
    state: fc.constantFrom(...(Object.keys(SENT_STATES) as SentState[])),
  }) as fc.Arbitrary<Weighed>;
  const all = fc.array(weighed, { maxLength: 12 });

  test('always sums up to what was cut', () => {
    fc.assert(
      fc.property(all, all, all, unit, fc.constantFrom(...STATES), (plants, packaged, waste, own, state) => {
        const found = balanceOf({ plants, packaged, waste }, { unit: own, state });
        const { wet, ...parts } = found;
        expect(compare(sum(Object.values(parts)), wet)).toBe(0);
        expect(state === 'FINISHED' ? found.current : found.moisture).toBe('0');
      }),
    );
  });

  test('is never below nothing while no more is taken than is left', () => {
    fc.assert(
      fc.property(all, all, unit, (plants, taken, own) => {
        const packaged: Weighed[] = [];
        for (const one of taken) {
          const now = balanceOf({ plants, packaged, waste: [] }, { unit: own, state: 'ACTIVE' });
          if (whyTooMuch(now, weightIn(one.quantity, one.unit, own), own) === null) packaged.push(one);
        }
        const { current } = balanceOf({ plants, packaged, waste: [] }, { unit: own, state: 'ACTIVE' });
        // Each part is rounded down to 4 decimals: of sums of many units the last one may differ.
        expect(compare(current, `-0.00${String(taken.length + 1).padStart(2, '0')}`)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('has neither what was refused nor what was taken back, but for restored plants', () => {
    const of = (quantity: string, state: SentState): Weighed => ({ quantity, unit: 'g', state });
    expect(
      balanceOf(
        {
          plants: [of('500', 'SENT'), of('400', 'REFUSED'), of('300', 'UNDONE')],
          packaged: [of('100', 'SENT'), of('90', 'REFUSED')],
          waste: [of('50', 'WAITING'), of('40', 'UNDONE')],
        },
        { unit: 'g', state: 'SUBMITTED' },
      ),
    ).toEqual({ wet: '800', waste: '50', packaged: '100', restored: '300', current: '350', moisture: '0' });
  });
});

describe('what may be done in which state', () => {
  const ready = { plantCount: 2, weighedCount: 2, balance: { current: '5' } as never };
  const submission = { sent: 0, total: 0, waiting: 0, refused: 0, problem: null };

  test.each<[string, (state: HarvestState) => string | null, HarvestState[]]>([
    ['delete', (state) => whyNotDelete({ state }), ['ACTIVE']],
    ['add plants', (state) => whyNotAdd({ state, plantCount: 0 }, 1, 10), ['ACTIVE']],
    ['weigh', (state) => whyNotChangePlant({ state }, { state: 'DRAFT' }), ['ACTIVE']],
    [
      'weigh what was refused',
      (state) => whyNotChangePlant({ state }, { state: 'REFUSED' }),
      ['ACTIVE', 'SUBMITTING', 'SUBMITTED'],
    ],
    ['package and waste', (state) => whyNotDraw({ state }), ['ACTIVE', 'SUBMITTING', 'SUBMITTED']],
    ['submit', (state) => whyNotSubmit({ ...ready, state, submission }), ['ACTIVE']],
    [
      'submit again what was refused',
      (state) => whyNotSubmit({ ...ready, state, submission: { ...submission, refused: 1 } }),
      ['ACTIVE', 'SUBMITTING', 'SUBMITTED'],
    ],
    ['finish', (state) => whyNotFinish({ state }), ['SUBMITTED']],
    ['reopen', (state) => whyNotUnfinish({ state }), ['FINISHED']],
    [
      'put a plant back',
      (state) =>
        whyNotRestore({ state, harvestType: 'WholePlant', balance: { current: '9' } }, { state: 'SENT', weight: '9' }),
      ['SUBMITTED'],
    ],
  ])('%s', (_act, why, states) => {
    expect(allowedIn(why)).toEqual(states);
  });

  test('nothing is submitted without plants, weights, or with more taken than there is', () => {
    const of = (rest: object) => whyNotSubmit({ ...ready, state: 'ACTIVE', submission, ...rest });
    expect(of({ plantCount: 0, weighedCount: 0 })).toContain('no plants');
    expect(of({ weighedCount: 1 })).toContain('1 plant has no weight');
    expect(of({ balance: { current: '-1' } })).toContain('weigh more');
  });

  test('a plant goes back only whole, and only while its weight is there', () => {
    const whole = { state: 'SUBMITTED', harvestType: 'WholePlant', balance: { current: '9' } } as const;
    const plant = { state: 'SENT', weight: '9' } as const;
    expect(whyNotRestore({ ...whole, harvestType: 'Product' }, plant)).toContain('still flowers');
    expect(whyNotRestore(whole, { ...plant, state: 'UNDONE' })).not.toBeNull();
    expect(whyNotRestore({ ...whole, balance: { current: '8' } }, plant)).toContain('Only 8');
  });

  test('what is on its way or there stays', () => {
    const states = Object.keys(SENT_STATES) as SentState[];
    expect(states.filter((state) => whyNotRemove({ state }) === null)).toEqual(['DRAFT', 'REFUSED']);
  });
});

test('each plant that can’t be added says why, at its place', () => {
  const known = {
    own: new Set(['A']),
    flowering: new Map([
      ['A', 'Gelato'],
      ['B', 'Gelato'],
      ['C', 'OG Kush'],
    ]),
    taken: new Map([['D', 'North room']]),
  };
  const labels = ['A', 'B', 'B', 'C', 'D', 'E'].map((label) => ({ label }));
  expect(plantErrors(labels, known, { strainName: 'Gelato' })).toEqual({
    'plants.0.label': 'This plant is in the harvest already',
    'plants.2.label': 'This plant is in the harvest already',
    'plants.3.label': 'This plant is OG Kush. The harvest is Gelato.',
    'plants.4.label': 'This plant is in the harvest “North room”',
    'plants.5.label': 'The license has no flowering plant with this tag',
  });
});

test('a file is named after its harvest, or harvest.csv', () => {
  expect(exportName('Blue Dream 11/20')).toBe('Blue Dream 11 20.csv');
  expect(exportName('///')).toBe('harvest.csv');
  expect(exportName('')).toBe('harvest.csv');
});

describe('a preview', () => {
  const sent = { state: 'DRAFT', problem: null } as const;
  const plant = (id: number, origin: HarvestPlant['origin'] = 'SCALE'): HarvestPlant => ({
    id,
    label: String(id),
    weight: '100',
    unitOfMeasureAbbreviation: 'g',
    origin,
    weighedBy: null,
    weighed: null,
    device: '',
    ...sent,
  });
  const pack = (id: number, weight: string): HarvestPackage => ({
    id,
    label: String(id),
    unitOfMeasureAbbreviation: 'g',
    weight,
    itemId: 1,
    itemName: 'Buds',
    locationId: 1,
    locationName: 'Vault',
    ingredients: [{ harvestId: 7, weight, unitOfMeasureAbbreviation: 'g' }],
    forTesting: id > 100,
    packagedDate: '2026-11-20',
    note: '',
    recorded: null,
    touched: null,
    ...sent,
  });
  const harvest = {
    id: 7,
    state: 'ACTIVE',
    harvestType: 'WholePlant',
    defaultUnitOfMeasureAbbreviation: 'g',
    plantCount: 23,
    weighedCount: 23,
    balance: { current: '1' },
    submission: { refused: 0 },
  } as HarvestRow;

  const NOTHING = { plants: '0', waste: '0', packaged: '0' };

  test('tells each call in order, in tens, with the balance after it', () => {
    const plants = Array.from({ length: 23 }, (_, at) => plant(at + 1));
    const { steps, warnings } = previewSubmission(harvest, {
      plants,
      packages: [pack(1, '300'), pack(101, '20')],
      waste: [
        {
          id: 1,
          wasteWeight: '1',
          wasteType: 'Trim',
          unitOfMeasureAbbreviation: 'kg',
          wasteDate: '2026-11-20',
          recorded: null,
          ...sent,
        },
      ],
      outside: NOTHING,
    });
    expect(steps.map(({ words, after }) => [words, after.current])).toEqual([
      ['Harvest 10 plants, 1,000 g', '1000'],
      ['Harvest 10 plants, 1,000 g', '2000'],
      ['Harvest 3 plants, 300 g', '2300'],
      ['Make 1 package, 300 g', '2000'],
      ['Make 1 package for testing, 20 g', '1980'],
      ['Record 1 kg of waste: Trim', '980'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('warns of weights that nobody weighed, and tells again only what was refused', () => {
    const plants = [plant(1, 'DISTRIBUTED'), { ...plant(2), state: 'SENT' as const }];
    const { steps, warnings } = previewSubmission(harvest, { plants, packages: [], waste: [], outside: NOTHING });
    expect(warnings).toHaveLength(1);
    expect(steps).toMatchObject([{ records: 1, after: { wet: '200' } }]);
  });

  test('what others recorded at the tracking system is in the balance after each call', () => {
    const outside = { plants: '-10', waste: '30', packaged: '5' };
    const { steps } = previewSubmission(harvest, { plants: [plant(1)], packages: [], waste: [], outside });
    expect(steps).toMatchObject([{ after: { wet: '90', waste: '30', packaged: '5', current: '55' } }]);
  });
});

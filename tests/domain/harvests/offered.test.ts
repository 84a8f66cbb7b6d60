import { describe, expect, it } from 'vitest';
import { COMPANY_TYPES, type CompanyType } from '../../../domain/access/vocabulary';
import { HARVEST_STATES, type HarvestState, SENT_STATES, type SentState } from '../../../domain/harvests/harvest';
import {
  harvestName,
  mayGrow,
  whyNotDistribute,
  whyNotRemoveWaste,
  whyNotRestorePlant,
  whyNotTake,
} from '../../../domain/harvests/offered';

const NOW = new Date('2026-03-10T12:00:00Z');
const balance = { wet: '100', waste: '0', packaged: '0', restored: '0', current: '100', moisture: '0' };
const harvest = (state: HarvestState, over = {}) => ({
  state,
  balance,
  plantCount: 4,
  weighedCount: 2,
  harvestType: 'WholePlant' as const,
  defaultUnitOfMeasureAbbreviation: 'g' as const,
  usState: 'CA',
  submitted: null,
  ...over,
});
const states = Object.keys(HARVEST_STATES) as HarvestState[];
const sentStates = Object.keys(SENT_STATES) as SentState[];

describe('weights', () => {
  it('are distributed only while the harvest is ours alone and a plant has none', () => {
    expect(states.filter((state) => whyNotDistribute(harvest(state)) === null)).toEqual(['ACTIVE']);
    expect(whyNotDistribute(harvest('ACTIVE', { weighedCount: 4 }))).toBe('Every plant has a weight.');
    expect(whyNotDistribute(harvest('ACTIVE', { plantCount: 0, weighedCount: 0 }))).toBe('Add plants first.');
  });

  it('are packaged or thrown away while some is left, until the harvest is finished', () => {
    expect(states.filter((state) => whyNotTake(harvest(state)) === null)).toEqual([
      'ACTIVE',
      'SUBMITTING',
      'SUBMITTED',
    ]);
    expect(whyNotTake(harvest('ACTIVE', { balance: { ...balance, wet: '0', current: '0' } }))).toBe(
      'Weigh a plant first.',
    );
    expect(whyNotTake(harvest('ACTIVE', { balance: { ...balance, current: '0' } }))).toBe(
      'Nothing is left of its weight.',
    );
  });
});

it('waste is deleted before it is sent, and after it until the harvest is finished', () => {
  const may = (state: HarvestState) =>
    sentStates.filter(
      (sent) => whyNotRemoveWaste({ state, usState: 'CA' }, { state: sent, recorded: null }, NOW) === null,
    );
  expect(may('SUBMITTED')).toEqual(['DRAFT', 'SENT', 'REFUSED']);
  expect(may('FINISHED')).toEqual(['DRAFT', 'REFUSED']);
});

it('a plant is put back while its weight is left, whatever it was weighed in', () => {
  const plant = (weight: string, unitOfMeasureAbbreviation: 'g' | 'kg') => ({
    state: 'SENT' as const,
    weight,
    unitOfMeasureAbbreviation,
  });
  expect(whyNotRestorePlant(harvest('SUBMITTED'), plant('100', 'g'), NOW)).toBeNull();
  expect(whyNotRestorePlant(harvest('SUBMITTED'), plant('0.1', 'kg'), NOW)).toBeNull();
  expect(whyNotRestorePlant(harvest('SUBMITTED'), plant('0.2', 'kg'), NOW)).not.toBeNull();
  expect(whyNotRestorePlant(harvest('FINISHED'), plant('1', 'g'), NOW)).not.toBeNull();
});

it('licenses that may grow are those of growers, of all trades, and of unknown kind', () => {
  const grows = (Object.keys(COMPANY_TYPES) as CompanyType[]).filter((licenseType) => mayGrow({ licenseType }));
  expect(grows).toEqual(['UNKNOWN', 'CULTIVATOR', 'MICROBUSINESS', 'HEMP']);
});

it('a harvest is named by its strain and day, as long as a name may be', () => {
  expect(harvestName('Blue Dream', '2026-03-02')).toBe('Blue Dream 03/02/2026');
  expect(harvestName('', '2026-03-02')).toBe('');
  expect(harvestName('x'.repeat(120), '2026-03-02')).toHaveLength(100);
});

import { describe, expect, it } from 'vitest';
import { COMPANY_TYPES, type CompanyType } from '../../../domain/access/vocabulary';
import { HARVEST_STATES, type HarvestState } from '../../../domain/harvests/harvest';
import * as rules from '../../../domain/harvests/rules';

const balance = { wet: '100', waste: '0', packaged: '0', restored: '0', current: '100', moisture: '0' };
const submission = { sent: 0, total: 0, waiting: 0, refused: 0, problem: null };
const harvest = (state: HarvestState, over = {}) => ({
  state,
  balance,
  submission,
  plantCount: 4,
  weighedCount: 2,
  ...over,
});
const states = Object.keys(HARVEST_STATES) as HarvestState[];
const statesWhere = (whyNot: (one: ReturnType<typeof harvest>) => string | null) =>
  states.filter((state) => whyNot(harvest(state)) === null);

describe('what the state of a harvest allows', () => {
  it.each([
    ['edit', rules.whyNotEdit, ['ACTIVE']],
    ['delete', rules.whyNotDelete, ['ACTIVE']],
    ['change plants', rules.whyNotChangePlants, ['ACTIVE']],
    ['distribute weights', rules.whyNotDistribute, ['ACTIVE']],
    ['take packages and waste', rules.whyNotTake, ['ACTIVE', 'SUBMITTED']],
    ['submit', rules.whyNotSubmit, ['ACTIVE']],
    ['finish', rules.whyNotFinish, ['SUBMITTED']],
    ['reopen', rules.whyNotUnfinish, ['FINISHED']],
  ] as const)('%s', (_, whyNot, allowed) => {
    expect(statesWhere(whyNot)).toEqual(allowed);
  });

  it('nothing is taken of a harvest without weight, or with none left', () => {
    expect(rules.whyNotTake(harvest('ACTIVE', { balance: { ...balance, wet: '0', current: '0' } }))).toBe(
      'Weigh a plant first.',
    );
    expect(rules.whyNotTake(harvest('ACTIVE', { balance: { ...balance, current: '0' } }))).not.toBeNull();
  });

  it('weights are distributed only where a plant has none', () => {
    expect(rules.whyNotDistribute(harvest('ACTIVE', { weighedCount: 4 }))).toBe('Every plant has a weight.');
    expect(rules.whyNotDistribute(harvest('ACTIVE', { plantCount: 0, weighedCount: 0 }))).toBe('Add plants first.');
  });

  it('what was refused is submitted again once nothing is under way, and finishing waits for it', () => {
    const refused = { submission: { ...submission, total: 4, sent: 3, refused: 1 } };
    expect(rules.whyNotSubmit(harvest('SUBMITTING', refused))).toBeNull();
    expect(rules.whyNotSubmit(harvest('SUBMITTED', refused))).toBeNull();
    const waiting = { submission: { ...refused.submission, waiting: 1 } };
    expect(rules.whyNotSubmit(harvest('SUBMITTING', waiting))).not.toBeNull();
    expect(rules.whyNotFinish(harvest('SUBMITTED', refused))).not.toBeNull();
    expect(rules.whyNotFinish(harvest('SUBMITTED', waiting))).not.toBeNull();
  });
});

describe('a plant', () => {
  it('is changed until it is sent, and again once it was refused', () => {
    const may = (state: 'DRAFT' | 'WAITING' | 'SENT' | 'REFUSED' | 'UNDONE') =>
      rules.whyNotChangePlant(harvest('ACTIVE'), { state }) === null;
    expect((['DRAFT', 'WAITING', 'SENT', 'REFUSED', 'UNDONE'] as const).filter(may)).toEqual(['DRAFT', 'REFUSED']);
  });

  it('is put back only once it was sent, and while its weight is left', () => {
    const sent = { state: 'SENT', weight: '40' } as const;
    expect(rules.whyNotRestore(harvest('SUBMITTED'), sent)).toBeNull();
    expect(rules.whyNotRestore(harvest('FINISHED'), sent)).not.toBeNull();
    expect(rules.whyNotRestore(harvest('SUBMITTED'), { ...sent, state: 'DRAFT' })).not.toBeNull();
    expect(rules.whyNotRestore(harvest('SUBMITTED'), { ...sent, state: 'UNDONE' })).not.toBeNull();
    expect(rules.whyNotRestore(harvest('SUBMITTED'), { ...sent, weight: '100.01' })).not.toBeNull();
    expect(rules.whyNotRestore(harvest('SUBMITTED'), { ...sent, weight: '100' })).toBeNull();
  });
});

it('packages and waste are taken back as far as they went', () => {
  expect(rules.whyNotRemovePackage({ state: 'DRAFT' })).toBeNull();
  expect(rules.whyNotRemovePackage({ state: 'REFUSED' })).toBeNull();
  expect(rules.whyNotRemovePackage({ state: 'SENT' })).not.toBeNull();
  expect(rules.whyNotRemoveWaste(harvest('SUBMITTED'), { state: 'SENT' })).toBeNull();
  expect(rules.whyNotRemoveWaste(harvest('FINISHED'), { state: 'SENT' })).not.toBeNull();
  expect(rules.whyNotRemoveWaste(harvest('SUBMITTED'), { state: 'WAITING' })).not.toBeNull();
  expect(rules.whyNotRemoveWaste(harvest('SUBMITTED'), { state: 'UNDONE' })).not.toBeNull();
});

it('licenses that may grow are those of growers, of all trades, and of unknown kind', () => {
  const grows = (Object.keys(COMPANY_TYPES) as CompanyType[]).filter((licenseType) => rules.mayGrow({ licenseType }));
  expect(grows).toEqual(['UNKNOWN', 'CULTIVATOR', 'MICROBUSINESS', 'HEMP']);
});

it('a harvest is named by its strain and day, as long as a name may be', () => {
  expect(rules.harvestName('Blue Dream', '2026-03-02')).toBe('Blue Dream 03/02/2026');
  expect(rules.harvestName('', '2026-03-02')).toBe('');
  expect(rules.harvestName('x'.repeat(120), '2026-03-02')).toHaveLength(100);
});

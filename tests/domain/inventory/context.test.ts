import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  type InventoryChoice,
  type InventoryOf,
  inventoryContext,
  licensesToAssign,
  narrowing,
} from '../../../domain/inventory/context';
import type { License } from '../../../domain/organization/organization';

const license = (id: number, usState: string, licenseNumber = `C11-000000${id}-LIC`) =>
  ({ id, licenseNumber, name: `Shop ${id}`, state: { ansiAbbrevation: usState } }) as License;
const organization = (over: Partial<InventoryOf> = {}): InventoryOf => ({
  defaultState: 'CA',
  licenses: [license(2, 'CA'), license(1, 'CA'), license(3, 'CO')],
  brands: [{ id: 11, name: 'Night Heron' }],
  partnerBrands: [{ id: 12, name: 'Ambercrest' }],
  ...over,
});
const nothing: InventoryChoice = { usState: null, licenseIds: [], brandIds: [] };
const chosen = (over: Partial<InventoryChoice>): InventoryChoice => ({ ...nothing, ...over });

describe('the state of the inventory', () => {
  test.each<[string, Partial<InventoryOf>, Partial<InventoryChoice>, string | null]>([
    ['is the organization’s at first', {}, {}, 'CA'],
    ['is the one chosen', {}, { usState: 'CO' }, 'CO'],
    ['is the organization’s where none of the licenses is in the chosen one', {}, { usState: 'NV' }, 'CA'],
    ['is that of a license where the organization’s has none', { defaultState: 'NV' }, {}, 'CA'],
    ['is the organization’s without any license', { licenses: [] }, { usState: 'CO' }, 'CA'],
    ['is none without license and state', { licenses: [], defaultState: '' }, {}, null],
  ])('%s', (_, of, choice, usState) => {
    expect(inventoryContext(organization(of), chosen(choice)).usState).toBe(usState);
  });
});

test('licenses are those of the state, brands one’s own and those one is a partner of', () => {
  const { states, licenses, brands } = inventoryContext(organization(), nothing);
  expect(states).toEqual(['CA', 'CO']);
  expect(licenses.map(({ id }) => id)).toEqual([1, 2]);
  expect(brands.map(({ name }) => name)).toEqual(['Ambercrest', 'Night Heron']);
});

describe('what was chosen counts while it can be seen', () => {
  test.each<[string, Partial<InventoryChoice>, { licenseIds: number[]; brandIds: number[]; isLost: boolean }]>([
    ['nothing', {}, { licenseIds: [], brandIds: [], isLost: false }],
    ['both', { licenseIds: [2], brandIds: [11, 12] }, { licenseIds: [2], brandIds: [11, 12], isLost: false }],
    ['a license that is gone', { licenseIds: [2, 9] }, { licenseIds: [2], brandIds: [], isLost: true }],
    ['a license of another state', { licenseIds: [3] }, { licenseIds: [], brandIds: [], isLost: true }],
    ['a brand one is no partner of', { brandIds: [13] }, { licenseIds: [], brandIds: [], isLost: true }],
    ['a state without a license', { usState: 'NV' }, { licenseIds: [], brandIds: [], isLost: true }],
  ])('%s', (_, choice, expected) => {
    expect(inventoryContext(organization(), chosen(choice))).toMatchObject(expected);
  });
});

test('calls get only what was chosen', () => {
  expect(narrowing(nothing)).toEqual({});
  expect(narrowing(chosen({ licenseIds: [1] }))).toEqual({ licenseIds: [1] });
  expect(narrowing(chosen({ licenseIds: [1], brandIds: [11] }))).toEqual({ licenseIds: [1], brandIds: [11] });
});

test('items are assigned together for the licenses chosen, or the only one there is', () => {
  const of = (licenses: License[], choice: InventoryChoice) =>
    licensesToAssign(inventoryContext(organization({ licenses }), choice));
  expect(of([license(1, 'CA'), license(2, 'CA')], nothing)).toEqual([]);
  expect(of([license(1, 'CA'), license(2, 'CA')], chosen({ licenseIds: [2] }))).toEqual([2]);
  expect(of([license(1, 'CA'), license(3, 'CO')], nothing)).toEqual([1]);
});

test('a link’s licenses and brands are the choice, in the state of its license', () => {
  const now = chosen({ usState: 'CA', licenseIds: [1], brandIds: [11] });
  expect(choiceOf(organization(), now, { licenseIds: [3] })).toEqual({ usState: 'CO', licenseIds: [3], brandIds: [] });
  expect(choiceOf(organization(), now, { brandIds: [12] })).toEqual({ usState: 'CA', licenseIds: [], brandIds: [12] });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  decidingRule,
  findsItem,
  inOrder,
  previewRule,
  type Rule,
} from '../../../../domain/inventory/items/item-rule';

const rule = (searchText: string, rest: Partial<Rule> = {}): Rule & { id: number } => ({
  id: 1,
  brandId: 1,
  searchText,
  licenseIds: [],
  usState: 'CA',
  ...rest,
});
const item = (name: string, rest: object = {}) => ({
  id: 1,
  name,
  licenseId: 7,
  usState: 'CA',
  brandId: null,
  ...rest,
});

describe('a rule', () => {
  it('finds items whose name has its text in any case, at its licenses or in all of its state', () => {
    expect(findsItem(rule('blue dream'), item('BLUE DREAM Jar'))).toBe(true);
    expect(findsItem(rule('blue dream'), item('Blue  Dream'))).toBe(false);
    expect(findsItem(rule('dream blue'), item('Blue Dream'))).toBe(false);
    expect(findsItem(rule("grower's crème"), item('Grower’s Creme Jar'))).toBe(true);
    expect(findsItem(rule('blue'), item('Blue', { usState: 'CO' }))).toBe(false);
    expect(findsItem(rule('blue', { licenseIds: [7] }), item('Blue'))).toBe(true);
    expect(findsItem(rule('blue', { licenseIds: [8] }), item('Blue'))).toBe(false);
  });

  it('decides after those with a longer text, those for chosen licenses, and older ones', () => {
    const rules = [
      rule('jar', { id: 1 }),
      rule('gel', { id: 2, licenseIds: [7] }),
      rule('blue dream', { id: 3 }),
      rule('pre', { id: 4 }),
    ];
    expect(inOrder(rules).map(({ id }) => id)).toEqual([3, 2, 1, 4]);
    expect(decidingRule(inOrder(rules), item('Blue Dream Jar'))?.id).toBe(3);
    expect(decidingRule(inOrder(rules), item('Wax'))).toBeUndefined();
  });

  it('assigns what has no brand and no rule before it finds, and counts the rest', () => {
    const items = [
      item('Gelato Jar', { id: 1 }),
      item('Gelato Bag', { id: 2, brandId: 2 }),
      item('Gelato Box', { id: 3, brandId: 5 }),
      item('Gelato Cake Jar', { id: 4 }),
      item('Wax', { id: 5 }),
    ];
    const others = [rule('gelato cake', { brandId: 5 })];
    const { preview, toAssign } = previewRule({ ...rule('gelato'), brandId: 2 }, others, items);
    expect(toAssign.map(({ id }) => id)).toEqual([1]);
    expect(preview).toEqual({
      found: 4,
      toAssign: 1,
      alreadyOfBrand: 1,
      ofOtherBrands: 1,
      leftToOthers: 1,
      names: ['Gelato Jar'],
    });
  });

  it('conflicts with rules for other brands that find the same items', () => {
    const [cake, gelato, same] = [
      rule('cake', { id: 1, brandId: 1 }),
      rule('gelato', { id: 2, brandId: 2 }),
      rule('jar', { id: 3, brandId: 1 }),
    ];
    const found = conflictsOf([cake, gelato, same], [item('Gelato Cake Jar'), item('Gelato Cake'), item('Cake Jar')]);
    expect([...(found.get(cake) ?? [])]).toEqual([[gelato, 2]]);
    expect([...(found.get(gelato) ?? [])]).toEqual([
      [cake, 2],
      [same, 1],
    ]);
  });

  const rules = fc.array(
    fc.record({
      brandId: fc.integer({ min: 1, max: 3 }),
      searchText: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'C') }),
      licenseIds: fc.subarray([7, 8]),
      usState: fc.constantFrom('CA', 'CO'),
    }),
    { maxLength: 8 },
  );
  const items = fc.array(
    fc.record({
      name: fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'B', 'c') }),
      licenseId: fc.constantFrom(7, 8),
      usState: fc.constantFrom('CA', 'CO'),
      brandId: fc.constantFrom(null, 1, 2),
    }),
  );

  it('assigns what is added later as it would have assigned it when the rule was added', () => {
    fc.assert(
      fc.property(rules, items, (made, read) => {
        const numbered = made.map((one, at) => ({ ...one, id: at + 1 }));
        const named = read.map((one, at) => ({ ...one, id: at + 1, brandId: null }));
        const byRule = numbered.flatMap((one) => {
          const others = numbered.filter((other) => other !== one);
          return previewRule(one, others, named).toAssign.map(({ id }) => [id, one.id] as const);
        });
        const ordered = inOrder(numbered);
        const later = named.flatMap((one) => {
          const deciding = decidingRule(ordered, one);
          return deciding ? [[one.id, deciding.id] as const] : [];
        });
        expect(new Map(byRule)).toEqual(new Map(later));
        expect(byRule).toHaveLength(later.length);
      }),
    );
  });

  it('leaves every item it finds in exactly one of its counts', () => {
    fc.assert(
      fc.property(rules, items, (others, read) => {
        const named = read.map((one, at) => ({ ...one, id: at + 1 }));
        const { preview } = previewRule(rule('a'), others, named);
        const { toAssign, alreadyOfBrand, ofOtherBrands, leftToOthers } = preview;
        expect(toAssign + alreadyOfBrand + ofOtherBrands + leftToOthers).toBe(preview.found);
      }),
    );
  });
});

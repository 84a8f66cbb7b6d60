import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, isSame, reconcile, type Value } from '../../../domain/wholesale/reconcile';
import { FIELD_OWNERS, type FieldOwner } from '../../../domain/wholesale/vocabulary';

const one = (owner: FieldOwner, ours: Value, agreed: Value | undefined, theirs: Value) =>
  reconcile({
    ours: { f: ours },
    agreed: agreed === undefined ? {} : { f: agreed },
    theirs: { f: theirs },
    owners: { f: owner },
  });

describe('a field that both sides have', () => {
  it('goes to the side that did not change it', () => {
    expect(one('LAST_EDIT', 'new', 'old', 'old')).toMatchObject({ take: {}, send: { f: 'new' }, agreed: { f: 'new' } });
    expect(one('LAST_EDIT', 'old', 'old', 'new')).toMatchObject({ take: { f: 'new' }, send: {}, agreed: { f: 'new' } });
  });

  it('is agreed when both changed it alike', () => {
    expect(one('LAST_EDIT', 'new', 'old', 'new')).toEqual({
      take: {},
      send: {},
      conflicts: [],
      overruled: [],
      agreed: { f: 'new' },
    });
    expect(one('LAST_EDIT', { a: 1, b: [2] }, 'old', { b: [2], a: 1 }).conflicts).toEqual([]);
  });

  it('is a conflict when both changed it differently and the last edit decides', () => {
    expect(one('LAST_EDIT', 'a', 'old', 'b')).toEqual({
      take: {},
      send: {},
      conflicts: [{ field: 'f', ours: 'a', agreed: 'old', theirs: 'b' }],
      overruled: [],
      agreed: { f: 'old' },
    });
  });

  it('is its owner’s otherwise, and what was outvoted is said', () => {
    expect(one('OURS', 'a', 'old', 'b')).toMatchObject({
      send: { f: 'a' },
      conflicts: [],
      overruled: [{ field: 'f', side: 'THEIRS', was: 'b', became: 'a' }],
    });
    expect(one('THEIRS', 'a', 'old', 'b')).toMatchObject({ take: { f: 'b' }, overruled: [{ side: 'OURS', was: 'a' }] });
    expect(one('THEIRS', 'old', 'old', 'b').overruled).toEqual([]);
  });

  it('fills an empty one when they never agreed', () => {
    expect(one('LAST_EDIT', '', undefined, 'b')).toMatchObject({ take: { f: 'b' }, conflicts: [] });
    expect(one('LAST_EDIT', 'a', undefined, null)).toMatchObject({ send: { f: 'a' }, conflicts: [] });
    expect(one('LAST_EDIT', 'a', undefined, 'b').conflicts).toEqual([
      { field: 'f', ours: 'a', agreed: null, theirs: 'b' },
    ]);
  });

  it('is left alone where only one side has it', () => {
    const nothing = { take: {}, send: {}, conflicts: [], overruled: [], agreed: { f: 1 } };
    expect(reconcile({ ours: {}, agreed: { f: 1 }, theirs: { f: 2 }, owners: { f: 'OURS' } })).toEqual(nothing);
    expect(reconcile({ ours: { f: 2 }, agreed: { f: 1 }, theirs: {}, owners: { f: 'THEIRS' } })).toEqual(nothing);
  });
});

const FIELDS = ['a', 'b', 'c', 'd'] as const;
const value = fc.oneof(
  fc.constantFrom<Value>('', 'x', 'y', null, 1, 2),
  fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
);
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 4 }) as fc.Arbitrary<Fields>;
const owners = fc.record(Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom(...FIELD_OWNERS)])));
const record = fc.record({ ours: fields, agreed: fields, theirs: fields, owners });

describe('any two records', () => {
  it('need no second round: once taken and sent, only conflicts are left', () => {
    fc.assert(
      fc.property(record, ({ ours, agreed, theirs, owners }) => {
        const first = reconcile({ ours, agreed, theirs, owners });
        const next = {
          ours: { ...ours, ...first.take },
          theirs: { ...theirs, ...first.send },
          agreed: first.agreed,
          owners,
        };
        const second = reconcile(next);
        expect([second.take, second.send, second.overruled]).toEqual([{}, {}, []]);
        expect(second.conflicts).toEqual(
          first.conflicts.map((conflict) => ({ ...conflict, agreed: first.agreed[conflict.field] ?? null })),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('lose no edit in silence: each is on both sides, in a conflict, or named as overruled', () => {
    fc.assert(
      fc.property(record, ({ ours, agreed, theirs, owners }) => {
        const { take, send, conflicts, overruled } = reconcile({ ours, agreed, theirs, owners });
        for (const field of FIELDS) {
          if (ours[field] === undefined || theirs[field] === undefined) continue;
          const isSaid = conflicts.some((it) => it.field === field) || overruled.some((it) => it.field === field);
          if (field in take && !isSame(ours[field], agreed[field]) && agreed[field] !== undefined)
            expect(isSaid).toBe(true);
          if (field in send && !isSame(theirs[field], agreed[field]) && agreed[field] !== undefined)
            expect(isSaid).toBe(true);
          if (!(field in take) && !(field in send) && !isSame(ours[field], theirs[field])) expect(isSaid).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('agree in two rounds at most while people keep editing, once conflicts are settled', () => {
    const edits = fc.array(
      fc.record({ side: fc.constantFrom('ours', 'theirs'), field: fc.constantFrom(...FIELDS), to: value }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(record, edits, ({ ours, agreed, theirs, owners }, later) => {
        let state = { ours, theirs, agreed, owners };
        const round = () => {
          const found = reconcile(state);
          state = {
            ...state,
            ours: { ...state.ours, ...found.take },
            theirs: { ...state.theirs, ...found.send },
            agreed: found.agreed,
          };
          return found;
        };
        for (const { side, field, to } of later) {
          state = { ...state, [side]: { ...state[side as 'ours' | 'theirs'], [field]: to } };
          round();
        }
        // Settled for ours: theirs counts as what both had, so that only ours changed since.
        for (const { field, theirs } of round().conflicts)
          state = { ...state, agreed: { ...state.agreed, [field]: theirs } };
        expect(round().conflicts).toEqual([]);
        expect(round()).toMatchObject({ take: {}, send: {}, conflicts: [] });
      }),
      { numRuns: 1000 },
    );
  });
});

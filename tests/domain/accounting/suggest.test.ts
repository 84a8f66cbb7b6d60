import '../../support/properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameChange } from '../../../domain/accounting/mapping-words';
import { CERTAIN, likeness, type Own, plainKey, type Remote, suggestAll } from '../../../domain/accounting/suggest';

const own = (id: number, name: string, mark: string | null = null): Own => ({ id, name, mark });
const remote = (externalId: string, name: string, mark: string | null = null, isActive = true): Remote => ({
  externalId,
  name,
  mark,
  isActive,
});
const suggest = (ours: Own[], theirs: Remote[], taken: string[] = []) =>
  suggestAll(ours, theirs, { by: 'LICENSE', taken: new Set(taken) });

describe('suggested mappings', () => {
  it('are certain by the license number, however it is written', () => {
    const found = suggest([own(1, 'Cedar', 'C11-0000001-LIC')], [remote('9', 'Somebody', 'c11 0000001 lic')]);
    expect(found.get(1)).toEqual({ externalId: '9', certainty: 100, reason: 'LICENSE' });
  });

  it('are certain by a name that differs in case, blanks and punctuation', () => {
    const found = suggest([own(1, 'Green  Leaf, Inc.')], [remote('9', 'GREEN LEAF INC')]);
    expect(found.get(1)).toEqual({ externalId: '9', certainty: CERTAIN, reason: 'NAME' });
  });

  it('prefer the license number to the name', () => {
    const found = suggest([own(1, 'Cedar', 'L-1')], [remote('8', 'Cedar'), remote('9', 'Juniper', 'L1')]);
    expect(found.get(1)?.externalId).toBe('9');
  });

  it('of two records of one name are not certain', () => {
    const found = suggest([own(1, 'Cedar')], [remote('8', 'Cedar'), remote('9', 'CEDAR')]);
    expect(found.get(1)?.certainty).toBeLessThan(CERTAIN);
  });

  it('find a name with a letter wrong, and say that it is only similar', () => {
    const found = suggest([own(1, 'Juniper Garden Collective')], [remote('9', 'Juniper Gardn Collective')]);
    expect(found.get(1)).toMatchObject({ externalId: '9', reason: 'SIMILAR' });
    expect(found.get(1)?.certainty).toBeLessThan(CERTAIN);
  });

  it('leave out what is inactive there or already mapped', () => {
    const theirs = [remote('8', 'Cedar', null, false), remote('9', 'Cedar')];
    expect(suggest([own(1, 'Cedar')], theirs, ['9']).size).toBe(0);
  });

  it('suggest one record to one of ours only: to neither, if both are as likely', () => {
    expect(suggest([own(1, 'Cedar'), own(2, 'cedar')], [remote('9', 'Cedar')]).size).toBe(0);
    const told = suggest([own(1, 'Cedar'), own(2, 'Other', 'L1')], [remote('9', 'Cedar', 'L1')]);
    expect([...told.keys()]).toEqual([2]);
  });

  const names = fc.string({ unit: fc.constantFrom(...'abc dE-,.'), maxLength: 12 });
  const theirs = fc.array(fc.record({ name: names, mark: fc.option(names), isActive: fc.boolean() }), {
    maxLength: 12,
  });

  it('never name an inactive or mapped record, nor one record twice, whatever the names are', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 12 }), theirs, fc.array(fc.nat(11)), (ours, given, mapped) => {
        const remotes = given.map((one, at) => ({ ...one, externalId: `${at}` }));
        const taken = new Set(mapped.map(String));
        const found = [
          ...suggestAll(
            ours.map((name, id) => own(id, name, name)),
            remotes,
            { by: 'SKU', taken },
          ).values(),
        ];
        const ids = found.map(({ externalId }) => externalId);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { externalId, certainty } of found) {
          expect(taken.has(externalId)).toBe(false);
          expect(remotes[Number(externalId)]?.isActive).toBe(true);
          expect(certainty).toBeGreaterThan(0);
          expect(certainty).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  it('are the same whatever order the books list their records in', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), theirs, (ours, given) => {
        const remotes = given.map((one, at) => ({ ...one, externalId: `${at}` }));
        const told = (list: Remote[]) =>
          [
            ...suggest(
              ours.map((name, id) => own(id, name)),
              list,
            ),
          ]
            .filter(([, { certainty }]) => certainty >= CERTAIN)
            .sort(([a], [b]) => a - b);
        expect(told(remotes.toReversed())).toEqual(told(remotes));
      }),
    );
  });

  it('measure likeness alike from both sides, and only the same text as 1', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(likeness(one, other)).toBe(likeness(other, one));
        expect(likeness(one, other) === 1).toBe(one === other);
      }),
    );
  });

  it('compare names without what people write differently', () => {
    expect(plainKey('Café  “Olé” & Co.')).toBe(plainKey('cafe ole co'));
  });
});

describe('names in the books', () => {
  it('are told before, if they change', () => {
    expect(nameChange('Blue Dream')).toBeNull();
    expect(nameChange('Jar: Blue Dream')).toBe(
      'Your books don’t take this name, so it will be “Jar - Blue Dream” there.',
    );
  });
});

import { expect, test } from 'vitest';
import type { WriteKind } from '../../../domain/inventory/write-kinds';
import { nextWrite, subjectsOf, type WaitingWrite, writesTogether } from '../../../domain/inventory/write-order';

type Rest = { madeId?: number; attempts?: number };
const write = (id: number, packageId: number, { madeId = packageId, attempts = 0 }: Rest = {}): WaitingWrite => ({
  id,
  attempts,
  subjects: subjectsOf({ kind: madeId === packageId ? 'MOVE' : 'SPLIT', packageId, madeId, harvestId: null }),
});
const ofHarvest = (id: number, kind: WriteKind, { harvestId = 1, attempts = 0 } = {}): WaitingWrite => ({
  id,
  attempts,
  subjects: subjectsOf({ kind, packageId: null, madeId: null, harvestId }),
});

test.each<[string, WaitingWrite[], number | undefined]>([
  ['nothing waits', [], undefined],
  ['the earliest first', [write(1, 10), write(2, 11)], 1],
  [
    'one that was tried without an answer lets another package’s go first',
    [write(1, 10, { attempts: 3 }), write(2, 11)],
    2,
  ],
  ['but not a later one about the same package', [write(1, 10, { attempts: 3 }), write(2, 10)], 1],
  ['nor one about a package it makes', [write(1, 10, { madeId: 12, attempts: 3 }), write(2, 12)], 1],
  [
    'nor one that makes of it',
    [write(1, 10, { madeId: 12, attempts: 3 }), write(2, 12, { madeId: 13 }), write(3, 13)],
    1,
  ],
  [
    'plants of a harvest in any order',
    [ofHarvest(1, 'HARVEST_PLANT', { attempts: 2 }), ofHarvest(2, 'HARVEST_PLANT')],
    2,
  ],
  [
    'its package once no plant waits',
    [ofHarvest(1, 'HARVEST_PLANT', { attempts: 3 }), ofHarvest(2, 'HARVEST_PACKAGE')],
    1,
  ],
  [
    'another harvest’s without waiting',
    [ofHarvest(1, 'HARVEST_PLANT', { attempts: 3 }), ofHarvest(2, 'HARVEST_PACKAGE', { harvestId: 2 })],
    2,
  ],
  [
    'packages and waste in any order',
    [ofHarvest(1, 'HARVEST_PACKAGE', { attempts: 1 }), ofHarvest(2, 'HARVEST_WASTE')],
    2,
  ],
  [
    'its end last',
    [ofHarvest(1, 'HARVEST_WASTE', { attempts: 3 }), ofHarvest(2, 'HARVEST_FINISH'), ofHarvest(3, 'HARVEST_UNFINISH')],
    1,
  ],
])('%s', (_what, waiting, id) => {
  expect(nextWrite(waiting)?.id).toBe(id);
});

test('what may not be tried now still holds up later writes about its packages, and no others', () => {
  const waiting = [write(1, 10), write(2, 10), write(3, 11)];
  expect(nextWrite(waiting, ({ id }) => id !== 1)?.id).toBe(3);
  expect(nextWrite(waiting.slice(0, 2), ({ id }) => id !== 1)).toBeUndefined();
});

test.each<[string, WaitingWrite[], number[]]>([
  ['writes about packages of their own', [write(1, 10), write(2, 11), write(3, 12)], [1, 2, 3]],
  ['packages made of one', [write(1, 10, { madeId: 20 }), write(2, 10, { madeId: 21 })], [1, 2]],
  ['but none made of one that is only being made', [write(1, 10, { madeId: 20 }), write(2, 20, { madeId: 21 })], [1]],
  ['nor a second change of a package', [write(1, 10), write(2, 10), write(3, 11)], [1, 3]],
  [
    'nor one with something else about its package before it',
    [write(1, 10, { madeId: 20 }), write(102, 10), write(3, 10, { madeId: 21 })],
    [1],
  ],
  ['nor one that was tried before', [write(1, 10), write(2, 11, { attempts: 1 }), write(3, 12)], [1, 3]],
  [
    'plants of a harvest, with one tried before among them',
    [ofHarvest(1, 'HARVEST_PLANT'), ofHarvest(2, 'HARVEST_PLANT', { attempts: 1 }), ofHarvest(3, 'HARVEST_PLANT')],
    [1, 3],
  ],
  ['but no package of it before them', [ofHarvest(1, 'HARVEST_PLANT'), ofHarvest(2, 'HARVEST_PACKAGE')], [1]],
  ['nor two ends of it', [ofHarvest(1, 'HARVEST_FINISH'), ofHarvest(2, 'HARVEST_UNFINISH')], [1]],
  ['at most so many', [1, 2, 3, 4, 5].map((id) => write(id, 10 + id)), [1, 2, 3, 4]],
  ['none where none is like the next', [write(101, 10)], []],
])('in one call go: %s', (_what, waiting, ids) => {
  const isLikeNext = ({ id }: WaitingWrite) => id < 100;
  expect(writesTogether(waiting, isLikeNext, 4).map(({ id }) => id)).toEqual(ids);
});

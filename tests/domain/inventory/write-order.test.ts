import { expect, test } from 'vitest';
import { nextWrite, type WaitingWrite } from '../../../domain/inventory/write-order';

const write = (id: number, packageId: number, rest: Partial<WaitingWrite> = {}): WaitingWrite => ({
  id,
  packageId,
  madeId: packageId,
  attempts: 0,
  ...rest,
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
])('%s', (_what, waiting, id) => {
  expect(nextWrite(waiting)?.id).toBe(id);
});

test('what may not be tried now still holds up later writes about its packages, and no others', () => {
  const waiting = [write(1, 10), write(2, 10), write(3, 11)];
  expect(nextWrite(waiting, ({ id }) => id !== 1)?.id).toBe(3);
  expect(nextWrite(waiting.slice(0, 2), ({ id }) => id !== 1)).toBeUndefined();
});

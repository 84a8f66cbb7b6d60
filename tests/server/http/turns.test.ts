import { expect, test } from 'vitest';
import { HEAVY_AT_ONCE, HEAVY_WAITING, openTurns } from '../../../server/http/turns';

test('one person’s heavy calls run a few at a time, in order; another person’s are not held up', async () => {
  const take = openTurns();
  const running = await Promise.all(Array.from({ length: HEAVY_AT_ONCE }, () => take('ann')));
  const begun: number[] = [];
  const next = [1, 2].map((number) =>
    take('ann').then((end) => {
      begun.push(number);
      return end;
    }),
  );
  (await take('ben'))();
  expect(begun).toEqual([]);
  const [first, ...rest] = running;
  first?.();
  // A turn ends once, however often that is said.
  first?.();
  await next[0];
  expect(begun).toEqual([1]);
  for (const end of rest) end();
  await next[1];
  expect(begun).toEqual([1, 2]);
  for (const end of await Promise.all(next)) end();
  (await take('ann'))();
});

test('who has many waiting already is refused another, until some are done', async () => {
  const take = openTurns();
  const running = await Promise.all(Array.from({ length: HEAVY_AT_ONCE }, () => take('ann')));
  const waiting = Array.from({ length: HEAVY_WAITING }, () => take('ann'));
  await expect(take('ann')).rejects.toMatchObject({ code: 'TOO_MANY' });
  expect(await take('ben')).toBeTypeOf('function');
  for (const end of running) end();
  for (const one of waiting) (await one)();
  (await take('ann'))();
});

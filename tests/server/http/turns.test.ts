import { expect, test } from 'vitest';
import { HEAVY_AT_ONCE, HEAVY_WAITING, openTurns } from '../../../server/http/turns';

/** Turns of callers that stay, unless a test says when they leave. */
function openedTurns() {
  const take = openTurns();
  const stays = new AbortController().signal;
  return async (line: string, gone = stays) => (await take(line, gone)) ?? expect.fail('The caller has left');
}

test('one person’s heavy calls run a few at a time, in order; another person’s are not held up', async () => {
  const take = openedTurns();
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
  const take = openedTurns();
  const running = await Promise.all(Array.from({ length: HEAVY_AT_ONCE }, () => take('ann')));
  const waiting = Array.from({ length: HEAVY_WAITING }, () => take('ann'));
  await expect(take('ann')).rejects.toMatchObject({ code: 'TOO_MANY' });
  expect(await take('ben')).toBeTypeOf('function');
  for (const end of running) end();
  for (const one of waiting) (await one)();
  (await take('ann'))();
});

test('who leaves the line leaves no place taken in it, and those behind come sooner', async () => {
  const take = openTurns();
  const stays = new AbortController().signal;
  const running = await Promise.all(Array.from({ length: HEAVY_AT_ONCE }, () => take('ann', stays)));
  const visits = Array.from({ length: HEAVY_WAITING }, () => new AbortController());
  const left = visits.map(({ signal }) => take('ann', signal));
  await expect(take('ann', stays)).rejects.toMatchObject({ code: 'TOO_MANY' });
  for (const visit of visits) visit.abort();
  expect(await Promise.all(left)).toEqual(visits.map(() => null));
  const last = take('ann', stays);
  running[0]?.();
  (await last)?.();
  running[1]?.();
  const gone = AbortSignal.abort();
  expect(await take('ann', gone)).toBeNull();
  for (let turn = 0; turn < HEAVY_AT_ONCE; turn += 1) expect(await take('ann', stays)).toBeTypeOf('function');
});

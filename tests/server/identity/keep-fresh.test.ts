import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFresh } from '../../../server/identity/outside/keep-fresh';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Something that counts how often it is read, and can go silent. */
function source() {
  const state = { reads: 0, isSilent: false };
  const kept = keepFresh(
    async () => {
      if (state.isSilent) throw new Error('silent');
      state.reads += 1;
      return state.reads;
    },
    { freshMs: 100, usableMs: 1000, pauseMs: 50 },
  );
  return { state, kept };
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('what was read is used while its source is silent, until it is too old, and read again once it answers', async () => {
  const { state, kept } = source();
  expect(await kept.current()).toBe(1);
  state.isSilent = true;
  later(900);
  expect(await kept.current()).toBe(1);
  later(200);
  await expect(kept.current()).rejects.toThrow('silent');
  state.isSilent = false;
  expect(await kept.current()).toBe(2);
});

it('what is old is read again behind whoever asks, who doesn’t wait, at most so often', async () => {
  const { state, kept } = source();
  await kept.current();
  later(150);
  expect(await kept.current()).toBe(1);
  await expect.poll(() => state.reads).toBe(2);
  expect(await kept.current()).toBe(2);
  state.isSilent = true;
  later(150);
  await kept.current();
  state.isSilent = false;
  later(10);
  expect(await kept.current()).toBe(2);
  expect(state.reads).toBe(2);
});

it('whoever needs it as of now gets it so, or the failure', async () => {
  const { state, kept } = source();
  expect(await kept.recent(10)).toBe(1);
  expect(await kept.recent(10)).toBe(1);
  later(20);
  expect(await kept.recent(10)).toBe(2);
  later(20);
  state.isSilent = true;
  await expect(kept.recent(10)).rejects.toThrow('silent');
});

import { describe, expect, test } from 'vitest';
import { beginFollow, type Followed, type FollowNews, newsOf, notice, told } from '../../../domain/directory/follow';

const START = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60;

type Step = { after: number; price?: string | null; inStock?: boolean };

/** Checks a product that costs 20.00 as time passes, in minutes since the one before; answers what was told when. */
function follow(steps: readonly Step[], { inStock = true } = {}): (FollowNews & { at: number })[] {
  let followed: Followed = beginFollow('20.00', inStock);
  let minutes = 0;
  let watched = { price: '20.00' as string | null, inStock };
  const letters: (FollowNews & { at: number })[] = [];
  for (const { after, ...change } of steps) {
    minutes += after;
    watched = { ...watched, ...change };
    const now = new Date(START + minutes * MINUTE);
    followed = notice(followed, watched, now);
    const news = watched.price === null ? null : newsOf(followed, now);
    if (news) {
      letters.push({ ...news, at: minutes });
      followed = told(followed, now);
    }
  }
  return letters;
}

describe('a follower is told', () => {
  test('of a lower price once, however often it is checked', () => {
    const letters = follow([{ after: 5, price: '18.00' }, { after: 5 }, { after: DAY }, { after: DAY }]);
    expect(letters).toEqual([{ at: 5, from: '20.00', price: '18.00', isBack: false }]);
  });

  test('not of a higher price, but of what falls below it again', () => {
    const letters = follow([
      { after: 5, price: '25.00' },
      { after: 5, price: '22.00' },
    ]);
    expect(letters).toEqual([{ at: 10, from: '25.00', price: '22.00', isBack: false }]);
  });

  test('when it is back in stock, and not when it runs out', () => {
    const letters = follow([
      { after: 5, inStock: false },
      { after: 5, inStock: true },
    ]);
    expect(letters).toEqual([{ at: 10, from: null, price: '20.00', isBack: true }]);
    expect(follow([{ after: 5, inStock: true }], { inStock: false })).toMatchObject([{ isBack: true }]);
  });

  test('once of stock that comes and goes all day, and of what holds the day after', () => {
    const comesAndGoes = Array.from({ length: 100 }, (_, at) => ({ after: 5, inStock: at % 2 === 1 }));
    expect(follow(comesAndGoes).map(({ at }) => at)).toEqual([10]);
    const letters = follow([...comesAndGoes, { after: 5, inStock: false }, { after: DAY, inStock: true }]);
    expect(letters.length).toBe(2);
  });

  test('nothing of stock that is gone again when it could be told', () => {
    const letters = follow([
      { after: 5, inStock: false },
      { after: 5, inStock: true },
      { after: 60, inStock: false },
      { after: 60, inStock: true },
      { after: 60, inStock: false },
      { after: DAY },
    ]);
    expect(letters.map(({ at }) => at)).toEqual([10]);
  });

  test('of a price tried out within a day once, at what it is then', () => {
    const letters = follow([
      { after: 5, price: '18.00' },
      { after: 60, price: '16.00' },
      { after: 60, price: '19.00' },
      { after: 60, price: '17.00' },
      { after: DAY },
    ]);
    expect(letters).toMatchObject([
      { from: '20.00', price: '18.00' },
      { from: '19.00', price: '17.00' },
    ]);
  });

  test('both at once where both changed', () => {
    const letters = follow([
      { after: 5, inStock: false },
      { after: 5, price: '18.00', inStock: true },
    ]);
    expect(letters.at(-1)).toMatchObject({ from: '20.00', price: '18.00', isBack: true });
  });

  test('when it returns to the menu, not while it is off it', () => {
    const letters = follow([
      { after: 5, price: null, inStock: false },
      { after: DAY },
      { after: 5, price: '20.00', inStock: true },
    ]);
    expect(letters).toMatchObject([{ at: DAY + 10, from: null, isBack: true }]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notice } from '../../../domain/notifications/notice';
import { STORM_ABOVE, STORM_MS, stormName, stormWith } from '../../../domain/notifications/storm';

/** Tells activities at these times in this order; which are in the storm, by place. */
function tell(times: readonly number[]): Set<number> {
  const storm = new Set<number>();
  times.forEach((at, own) => {
    const before = times.slice(0, own);
    const found = stormWith(at, before);
    for (const place of found) storm.add(place);
    if (found.length > 0) storm.add(own);
  });
  return storm;
}

test('twenty within five minutes are told one by one, and the next makes them one', () => {
  const some = Array.from({ length: STORM_ABOVE }, (_, at) => at * 1000);
  expect(stormWith(20_000, some.slice(1))).toEqual([]);
  expect(stormWith(20_000, some)).toHaveLength(STORM_ABOVE);
  expect(stormWith(STORM_MS, some)).toHaveLength(STORM_ABOVE);
  expect(stormWith(STORM_MS + 1, some)).toEqual([]);
});

test('the same are in a storm in whatever order they are told', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 3 * STORM_MS }), { minLength: 15, maxLength: 70 });
  fc.assert(
    fc.property(
      times.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, shuffled]) => {
        const timesOf = (order: readonly number[]) => [...tell(order)].map((place) => order[place]).sort();
        expect(timesOf(shuffled)).toEqual(timesOf(some));
      },
    ),
    { numRuns: 200 },
  );
});

test('is named by kind, organization and day; what comes together anyway has none', () => {
  const mention = {
    type: 'CUSTOM',
    orgId: 7,
    subject: 'comment:1',
    payload: { about: 'MENTION', commentId: 1, orgUserIds: [2] },
  } satisfies Notice;
  expect(stormName(mention, '2026-11-20')).toBe('CUSTOM-MENTION:7:storm:2026-11-20');
  const joined = {
    type: 'ORG_INVITE_RECEIVED',
    orgId: null,
    subject: 'x',
    payload: { orgUserId: 1, orgId: 2 },
  } as const;
  expect(stormName(joined, '2026-11-20')).toBe('ORG_INVITE_RECEIVED:0:storm:2026-11-20');
  const order = {
    type: 'NEW_BUYER_ORDER',
    orgId: 7,
    subject: 'order:1',
    payload: { orderId: 1, companyId: 2 },
  } as const;
  expect(stormName(order, '2026-11-20')).toBeNull();
});

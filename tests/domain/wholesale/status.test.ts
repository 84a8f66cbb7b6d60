import { expect, test } from 'vitest';
import {
  isClosed,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../../../domain/orders/status';
import { isAlike, settleStatus, statusOfTheirs, wayTo } from '../../../domain/wholesale/status';

const THEIRS = ORDER_STATUS_IDS.filter((status) => status !== 'DELIVERED');

test('every status of theirs has one of ours, and no other word has', () => {
  for (const status of THEIRS) expect(statusOfTheirs(` ${ORDER_STATUSES[status].label.toUpperCase()} `)).toBe(status);
  for (const label of ['Delivered', 'On its way', '']) expect(statusOfTheirs(label)).toBeNull();
});

test('a way leads only over changes that our orders make', () => {
  expect(wayTo('SUBMITTED', 'COMPLETE')).toEqual(['ACCEPTED', 'FULFILLED', 'SHIPPED', 'COMPLETE']);
  expect(wayTo('ACCEPTED', 'CANCELLED')).toEqual(['REJECTED']);
  expect(wayTo('DELIVERED', 'SHIPPED')).toEqual([]);
  expect(wayTo('COMPLETE', 'REJECTED')).toBeNull();
});

/** Numbers that look random, the same each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const ENDED: readonly OrderStatus[] = ['COMPLETE', 'CANCELLED', 'REJECTED', 'COMBINED'];
const THEIR_MOVES: readonly OrderStatus[] = [
  'SUBMITTED',
  'ACCEPTED',
  'FULFILLED',
  'SHIPPED',
  'COMPLETE',
  'REJECTED',
  'CANCELLED',
];

test('with random moves on both sides, both come to the same within two rounds and then rest', () => {
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const roll = dice(seed);
    let [ours, theirs, agreed]: [OrderStatus, OrderStatus, OrderStatus | null] = [
      'SUBMITTED',
      'SUBMITTED',
      'SUBMITTED',
    ];
    for (let turn = 0; turn < 4; turn += 1) {
      const ourMoves = TRANSITIONS.filter(({ from, by }) => from === ours && by !== 'merge');
      if (roll(2) === 0 && ourMoves.length > 0) ours = ourMoves[roll(ourMoves.length)]?.to ?? ours;
      const forward = THEIR_MOVES.slice(THEIR_MOVES.indexOf(theirs) + 1);
      if (roll(2) === 0 && !ENDED.includes(theirs)) theirs = forward[roll(forward.length)] ?? theirs;
      let rounds = 0;
      for (; rounds < 5; rounds += 1) {
        const verdict = settleStatus({ ours, agreed, theirs });
        if (verdict.act === 'none') {
          agreed = verdict.agreed;
          break;
        }
        if (verdict.act === 'problem') break;
        if (verdict.act === 'take') {
          ours = verdict.way.at(-1) ?? ours;
          agreed = theirs;
        } else theirs = sentAs(ours);
      }
      expect(rounds).toBeLessThanOrEqual(2);
      const verdict = settleStatus({ ours, agreed, theirs });
      // What both ended differently stays: nothing is undone in silence.
      if (verdict.act === 'problem') expect(isClosed(ours) || ours === 'COMPLETE' || ENDED.includes(theirs)).toBe(true);
      else expect(isAlike(ours, theirs)).toBe(true);
    }
  }
});

test('what they moved back that ours can’t is a problem for a person, and what ours can is followed', () => {
  expect(settleStatus({ ours: 'FULFILLED', agreed: 'FULFILLED', theirs: 'ACCEPTED' })).toEqual({
    act: 'take',
    way: ['ACCEPTED'],
  });
  expect(settleStatus({ ours: 'SHIPPED', agreed: 'SHIPPED', theirs: 'ACCEPTED' })).toMatchObject({
    act: 'problem',
    problem: 'It is accepted there, and shipped here, which can’t become that.',
  });
});

/** What theirs becomes by what we send. */
function sentAs(ours: OrderStatus): OrderStatus {
  if (ours === 'DELIVERED') return 'SHIPPED';
  return ours === 'CANCELLED' ? 'REJECTED' : ours;
}

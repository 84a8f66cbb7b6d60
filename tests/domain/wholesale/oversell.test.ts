import { describe, expect, it } from 'vitest';
import { add, type Numeric, type Quantity, subtract } from '../../../domain/money';
import { lagOf, offered, safetyOf, shareThere } from '../../../domain/wholesale/safety';
import { figureToSend, known, readUntil, type SetAside, sending } from '../../../domain/wholesale/set-aside';

const NOTHING_SET_ASIDE: SetAside = { held: '0', isUnsure: false, sent: null, shown: null };

/** They took the figure, at the latest at that moment. Otherwise their figure must be read. */
const taken = (aside: SetAside, at: number): SetAside =>
  aside.sent === null ? aside : { ...aside, sent: null, shown: { figure: aside.sent, at } };

/** Their figure was read, while nothing was being sent. */
const showing = (aside: SetAside, figure: Quantity, at: number): SetAside => ({
  ...aside,
  sent: null,
  shown: { figure, at },
});

/**
 * An order of theirs gave so much of what it had here back, which they offer again, now or once they hear of it. 0 of one
 * that was over before it was known here: figures seen in between lack it.
 */
const givenBack = (aside: SetAside, amount: Numeric): SetAside => ({
  ...aside,
  held: add(aside.held, amount),
  sent: null,
  shown: null,
});

const [SECOND, MINUTE] = [1_000, 60_000];
const HOUR = 60 * MINUTE;

/** How our side decides what they may offer, and what it may sell itself. */
type Way = 'set aside' | 'only a safety' | 'no safety';

type Told = { orders: number; soldHere: number; soldThere: number; over: number };

/** Two channels sell one product from one stock; the news of what is sold there is late, lost, doubled and out of order. */
function simulate(seed: number, orders: number, way: Way): Told {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const size = () => (random() < 0.02 ? Math.ceil(between(50, 400)) : Math.ceil(between(0, 20)));
  const [everyHere, everyThere] = [between(20 * SECOND, 4 * MINUTE), between(20 * SECOND, 4 * MINUTE)];

  // The truth, which nobody sees whole.
  let left = Math.round(between(200, 3000));
  let [shown, now, over] = [0, 0, 0];
  const theirs: { at: number; size: number; isGivenBack: boolean; known: 'no' | 'sold' | 'given back' }[] = [];
  const told: Told = { orders: 0, soldHere: 0, soldThere: 0, over: 0 };

  // What we know.
  let unreserved = left;
  let aside: SetAside = NOTHING_SET_ASIDE;
  const lags: number[] = [];
  const [sizes, recent]: [number[], { here: number; there: number }] = [[], { here: 0, there: 0 }];

  const queue: { at: number; do: () => void }[] = [];
  const schedule = (at: number, act: () => void) => {
    let index = queue.length;
    while (index > 0 && (queue[index - 1]?.at ?? 0) < at) index--;
    queue.splice(index, 0, { at, do: act });
  };

  const sell = (amount: number) => {
    left -= amount;
    if (left < 0) over = Math.max(over, -left);
  };
  const learn = (order: (typeof theirs)[number], isGivenBack = order.isGivenBack) => {
    if (order.known === 'no' && isGivenBack) {
      aside = givenBack(aside, '0');
      order.known = 'given back';
    } else if (order.known === 'no') {
      lags.push(now - order.at);
      if (lags.length > 500) lags.shift();
      recent.there += order.size;
      aside = known(aside, order.size);
      unreserved -= order.size;
      order.known = 'sold';
    } else if (isGivenBack && order.known === 'sold') {
      unreserved += order.size;
      aside = givenBack(aside, order.size);
      order.known = 'given back';
    }
  };
  const hint = (order: (typeof theirs)[number]) => {
    for (let copies = random() < 0.3 ? 0 : random() < 0.2 ? 2 : 1; copies > 0; copies--)
      schedule(now + between(0, 10 * MINUTE), () => learn(order));
  };

  const orderHere = () => {
    schedule(now - everyHere * Math.log(1 - random()), orderHere);
    const amount = size();
    told.orders++;
    const free = way === 'set aside' ? Number(subtract(unreserved, aside.held)) : unreserved;
    if (amount > free) return;
    sizes.push(amount);
    recent.here += amount;
    unreserved -= amount;
    told.soldHere += amount;
    sell(amount);
  };
  const orderThere = () => {
    schedule(now - everyThere * Math.log(1 - random()), orderThere);
    const order = { at: now, size: size(), isGivenBack: false, known: 'no' as const };
    told.orders++;
    if (order.size > shown) return;
    shown -= order.size;
    told.soldThere += order.size;
    sell(order.size);
    theirs.push(order);
    hint(order);
    if (random() > 0.05) return;
    schedule(now + between(0, 30 * MINUTE), () => {
      order.isGivenBack = true;
      shown += order.size;
      left += order.size;
      told.soldThere -= order.size;
      hint(order);
    });
  };
  const restock = () => {
    schedule(now + between(2 * HOUR, 8 * HOUR), restock);
    const more = Math.round(between(0, 3000));
    left += more;
    unreserved += more;
  };

  const publish = () => {
    const hours = Math.max(now / HOUR, 1 / 6);
    const largest = [...sizes.slice(-200)].sort((a, b) => a - b)[Math.floor(Math.min(sizes.length, 200) * 0.95)] ?? 0;
    const sales = { perHour: recent.here / hours, largest };
    const free = String(unreserved);
    const safety = way === 'no safety' ? '0' : safetyOf({ free, lagMs: lagOf(lags), sales });
    const share = way === 'set aside' ? shareThere(recent) : 1;
    const wanted = offered({ free, safety, share, step: 1 });
    if (way !== 'set aside') {
      send(wanted);
      return;
    }
    if (aside.isUnsure) {
      if (aside.shown === null) aside = showing(aside, String(shown), now);
      return;
    }
    const figure = figureToSend({ held: aside.held, free, wanted, safety, step: 1 });
    if (figure === null) return;
    aside = sending(aside, figure);
    send(figure);
  };
  const send = (figure: Quantity) => {
    const fate = random();
    schedule(now + between(0, 20 * SECOND), () => {
      if (fate < 0.03) return;
      shown = Number(figure);
      if (fate < 0.06) return;
      schedule(now + between(0, 20 * SECOND), () => {
        aside = taken(aside, now);
      });
    });
  };
  const sweep = () => {
    schedule(now + between(2 * MINUTE, 5 * MINUTE), sweep);
    const read = theirs.slice(-400).map((order) => ({ order, isGivenBack: order.isGivenBack }));
    const until = now;
    schedule(now + between(0, MINUTE), () => {
      for (const { order, isGivenBack } of read) learn(order, isGivenBack);
      aside = readUntil(aside, until);
      publish();
    });
  };

  for (const first of [sweep, orderHere, orderThere, restock]) first();
  while (told.orders < orders) {
    const next = queue.pop();
    if (next === undefined) break;
    now = next.at;
    next.do();
  }
  return { ...told, over };
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SEEDS = 50;
const ORDERS_EACH = 2_000;
const A_MINUTE = 60_000;

const run = (way: Way): Told =>
  Array.from({ length: SEEDS }, (_, seed) => simulate(seed + 1, ORDERS_EACH, way)).reduce((sum, one) => ({
    orders: sum.orders + one.orders,
    soldHere: sum.soldHere + one.soldHere,
    soldThere: sum.soldThere + one.soldThere,
    over: sum.over + one.over,
  }));

describe('a stock that is sold here and on the wholesale marketplace', () => {
  it('is never oversold in 100,000 orders, and each side still sells nearly what it could', {
    timeout: A_MINUTE,
  }, () => {
    const told = run('set aside');
    const careless = run('no safety');
    expect(told.orders).toBe(100_000);
    expect(told.over).toBe(0);
    expect(told.soldThere / careless.soldThere).toBeGreaterThan(0.85);
    expect(told.soldHere / careless.soldHere).toBeGreaterThan(0.85);
    expect(told.soldThere / (told.soldHere + told.soldThere)).toBeGreaterThan(0.4);

    expect(careless.over).toBeGreaterThan(1_000);
  });

  it('would be oversold by a safety alone, however it follows the lag', { timeout: A_MINUTE }, () => {
    expect(run('only a safety').over).toBeGreaterThan(100);
  });
});

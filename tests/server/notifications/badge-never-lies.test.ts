import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { personalEvent } from '../../../domain/live/events';
import { notifications as contract } from '../../../domain/notifications/contract';
import type { Notice } from '../../../domain/notifications/notice';
import { FEED_COUNT_CAP, type FeedCounts } from '../../../domain/notifications/notification';
import { publish } from '../../../server/live/publish';
import { addToFeeds } from '../../../server/notifications/notify';
import { settle } from '../../../server/notifications/settle';
import { openApp, type TestCaller } from '../../support/app';
import { makeUser } from '../../support/factories';
import { type Heard, listen, stopListening } from '../../support/live';
import { feedRows } from '../../support/notifications/feeds';
import '../../support/properties';

const SCREENS = 4;
const RUNS = 100;
/** Times in a run at which nothing is under way. */
const QUIET_POINTS = 4;

const app = await openApp();
const { db } = app.database;
afterAll(stopListening);

/** What a screen does, by its number; or what happens meanwhile, which no screen did. */
type Act =
  | { does: 'seen' | 'readAll' | 'read' | 'removeGroup' | 'removeOne'; screen: number; which: number }
  | { does: 'order' | 'mention' | 'accepted' | 'withdrawn'; which: number };

const which = fc.nat({ max: 5 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    does: fc.constantFrom(
      'seen' as const,
      'readAll' as const,
      'read' as const,
      'removeGroup' as const,
      'removeOne' as const,
    ),
    screen: fc.nat({ max: SCREENS - 1 }),
    which,
  }),
  fc.record({
    does: fc.constantFrom('order' as const, 'mention' as const, 'accepted' as const, 'withdrawn' as const),
    which,
  }),
);
/** Acts that are under way together, up to each quiet point. */
const acts = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), {
  minLength: QUIET_POINTS,
  maxLength: QUIET_POINTS,
});

type Screen = { caller: TestCaller; heard: Heard; shows: FeedCounts; from: number };

/** A person with three tabs and a phone. */
async function openScreens() {
  const user = await makeUser(db);
  const screens: Screen[] = [];
  for (let at = 0; at < SCREENS; at++) {
    const caller = await app.as(user);
    const heard = await listen(app, caller.token, null);
    screens.push({ caller, heard, shows: { unseen: 0, unread: 0 }, from: 0 });
  }
  return { user, screens };
}

/** By subject: orders share an entry a day, mentions have one each. */
const noticeOf = (does: 'order' | 'mention', at: number): Notice =>
  does === 'order'
    ? { type: 'NEW_BUYER_ORDER', orgId: 1, subject: `order:${at}`, payload: { orderId: at + 1, companyId: 1 } }
    : {
        type: 'CUSTOM',
        orgId: 1,
        subject: `comment:${at}`,
        payload: { about: 'MENTION', commentId: at + 1, orgUserIds: [] },
      };

async function perform(userId: string, screens: Screen[], one: Act): Promise<void> {
  if (one.does === 'order' || one.does === 'mention') {
    const { does } = one;
    const told = { people: [userId], eventId: randomUUID(), at: new Date().toISOString() };
    return db.transaction((tx) => addToFeeds(tx, noticeOf(does, one.which), told));
  }
  if (!('screen' in one)) {
    const outcome = one.does === 'accepted' ? 'Accepted' : null;
    const subjects = [`order:${one.which}`, `comment:${one.which}`];
    return db.transaction((tx) => settle(tx, { orgId: 1, subjects, outcome, userId }));
  }
  const screen = screens[one.screen] as Screen;
  const { groups, rows } = await feedRows(db, userId);
  const group = groups[one.which % Math.max(1, groups.length)]?.name;
  const activity = rows[one.which % Math.max(1, rows.length)]?.id;
  const { caller } = screen;
  // What another removed first is NOT_FOUND, and changes nothing.
  const answer = await {
    seen: () => caller.call(contract.seen, {}),
    readAll: () => caller.call(contract.read, { body: {} }),
    read: () => caller.call(contract.read, { body: { groupNames: [group ?? 'none'] } }),
    removeGroup: () => caller.call(contract.removeGroup, { params: { groupName: group ?? 'none' } }),
    removeOne: () => caller.call(contract.remove, { params: { activityId: activity ?? 1 } }),
  }[one.does as 'seen']();
  if (!answer.ok) expect(answer.status).toBe(404);
}

/** Everything published so far has reached every screen once this event of something else has. */
async function untilQuiet(userId: string, screens: Screen[]): Promise<void> {
  const marks = screens.map(({ heard }) => heard.events.filter(({ topic }) => topic === 'mailings').length);
  await publish(db, personalEvent('mailings', userId));
  await Promise.all(
    screens.map(({ heard }, at) =>
      heard.until(() => heard.events.filter(({ topic }) => topic === 'mailings').length > (marks[at] as number)),
    ),
  );
}

test('three tabs and a phone show what the platform counts, and it counts what there is, whatever happens at once', async () => {
  const { user, screens } = await openScreens();
  let acted = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (rounds) => {
      for (const together of rounds) {
        await Promise.all(together.map((one) => perform(user.id, screens, one)));
        await untilQuiet(user.id, screens);
        acted += together.length;
        const { groups, rows } = await feedRows(db, user.id);
        const unread = groups.filter(({ isRead }) => !isRead);
        const real = {
          unseen: Math.min(FEED_COUNT_CAP, unread.filter(({ isSeen }) => !isSeen).length),
          unread: Math.min(FEED_COUNT_CAP, unread.length),
        };
        for (const screen of screens) {
          // A screen reads again when it hears of its feed, and only then.
          const news = screen.heard.events.slice(screen.from).some(({ topic }) => topic === 'feed');
          screen.from = screen.heard.events.length;
          if (news) screen.shows = await screen.caller.expectOk(contract.counts, {});
          expect(screen.shows).toEqual(real);
        }
        const named = new Set(rows.map(({ groupName }) => groupName));
        expect([...named].sort()).toEqual(groups.map(({ name }) => name).sort());
      }
    }),
    { numRuns: RUNS },
  );
  console.log(acted);
  expect(acted).toBeGreaterThan(100);
}, 120_000);

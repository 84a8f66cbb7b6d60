import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type CallInput, type Endpoint, isWrite } from '../../../domain/contract/endpoint';
import { connections, userBlocks } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { keepRows } from '../../support/contract/kept-rows';
import { CALL_ROWS } from '../../support/contract/rows';
import { makeWorld, type World } from '../../support/contract/world';
import type { OrgFixture, UserFixture } from '../../support/factories';

/** Calls that still show one of the two, each with why; all others hide them from each other. */
const STILL_SHOWN = {
  toBlocker: {
    'GET /users/me/blocked-users': 'who blocked sees whom, to undo it',
    'POST /users/me/blocked-users/:userId': 'the same',
    'GET /users/me/export': 'the same list is part of their own data',
  },
  toBlocked: {
    'GET /org-invites/:inviteCode': 'their own organization sent it, to an email they gave',
    'GET /brand-invites/:code': 'the same',
  },
};

type Person = { user: UserFixture; org: OrgFixture; caller: TestCaller };

// Jobs that follow a call may find that its rows are gone again, which the log need not tell.
const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
const { db } = app.database;
let world: World;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  await db.execute(sql`delete from jobs.schedule`);
  world = await makeWorld(db);
  for (const { owner } of [world.seller, world.buyer]) {
    await db.execute(sql`update users set last_name = ${marked(owner.user)} where id = ${owner.user.id}`);
  }
  const personOf = async ({ owner, org }: World['seller'] | World['buyer']) => ({
    user: owner.user,
    org,
    caller: await app.as(owner.user, org),
  });
  [seller, buyer] = [await personOf(world.seller), await personOf(world.buyer)];
});

/** A name nobody else has. */
const marked = ({ id }: UserFixture) => `Marked ${id.slice(0, 8)}`;

/** The call, about the other wherever it names somebody. */
function naming({ user }: Person, input: unknown): unknown {
  const { colleague, connections: known } = world;
  const text = JSON.stringify(input).replaceAll(colleague.userId, user.id).replaceAll(known.code, user.connectionCode);
  return JSON.parse(text);
}

/** Every read, and every write that names a person, made by one of the two about the other: those that show the other. */
async function showing(me: Person, other: Person, afterWrite?: () => Promise<unknown>): Promise<string[]> {
  const marks = [other.user.id, other.user.email, other.user.connectionCode, marked(other.user)];
  const shown: string[] = [];
  for (const { name, endpoint, sample } of CALL_ROWS) {
    const input = sample.input(world);
    const asked = naming(other, input) as CallInput<Endpoint>;
    const isAbout = JSON.stringify(asked) !== JSON.stringify(input);
    if (sample.notCalled || (isWrite(endpoint) && !(afterWrite && isAbout))) continue;
    const { ok, body } = await me.caller.call(endpoint, asked);
    if (isWrite(endpoint)) await afterWrite?.();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const said = JSON.stringify(asked);
    if (ok && marks.some((mark) => text.includes(mark) && !said.includes(mark))) shown.push(name);
    else if (ok && text.includes(marked(other.user))) shown.push(name);
  }
  return shown;
}

test('whoever is blocked is shown by no call of the contract, to neither of the two', async () => {
  const now = new Date();
  const pair = { invitingUserId: seller.user.id, invitedUserId: buyer.user.id };
  await db.insert(connections).values({ ...pair, status: 'ACCEPTED', invitedAt: now, connectedAt: now });
  const before = [await showing(seller, buyer), await showing(buyer, seller)];
  // They were seen, or nothing is shown to be hidden.
  for (const shown of before) {
    expect(shown).toEqual(
      expect.arrayContaining([
        'GET /users/me/connections',
        'GET /users/:id',
        'GET /users/me/connection-invites/:code',
        'GET /brand-invites/:code',
      ]),
    );
  }
  // The row stays, as a block that somehow left it would: what hides is the block.
  await db.insert(userBlocks).values({ blockerId: seller.user.id, blockedId: buyer.user.id });
  const kept = await keepRows(db);
  const after = [await showing(seller, buyer, kept.restore), await showing(buyer, seller, kept.restore)];
  const [toBlocker = [], toBlocked = []] = after;
  expect(toBlocker.sort()).toEqual(Object.keys(STILL_SHOWN.toBlocker).sort());
  expect(toBlocked.sort()).toEqual(Object.keys(STILL_SHOWN.toBlocked).sort());
}, 300_000);

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bulkActs as acts } from '../../../domain/bulk/contract';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { changes } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { oddAuditWords } from '../../support/contract/audit-words';
import { EXTRAS } from '../../support/contract/calls';
import { idPaths, valueAt, withValueAt } from '../../support/contract/ids';
import { CALL_ROWS } from '../../support/contract/rows';
import type { Extra, Sample } from '../../support/contract/samples/sample';
import { makeStranger, type Stranger } from '../../support/contract/strangers';
import { makeWorld, type World } from '../../support/contract/world';

/** A good call of an endpoint: who makes it, and with what of their world. */
type GoodCall = Pick<Sample<Endpoint>, 'as' | 'input' | 'notCalled'>;
type Row = {
  name: string;
  endpoint: Endpoint;
  calls: GoodCall[];
  common: Record<string, string>;
  begins: Record<string, readonly string[]>;
};

const extras = EXTRAS as unknown as Record<string, Record<string, Extra<Endpoint>>>;

const rows: Row[] = CALL_ROWS.map(({ area, verb, name, endpoint, sample }) => {
  const { as = sample.as, calls = [], common = {}, begins = {} } = extras[area]?.[verb] ?? {};
  return { name, endpoint, calls: [sample, ...calls.map((input) => ({ as, input }))], common, begins };
});
/** Support staff act on every organization's records, named by the address. */
const isForStaff = ({ endpoint }: Row, path: string) =>
  endpoint.requires.kind === 'support' && path.startsWith('params.');
const places = rows.flatMap((row) =>
  idPaths(row.endpoint)
    .filter((path) => !isForStaff(row, path))
    .map((path) => ({ ...row, path })),
);

/** How a call is refused that names what its caller cannot reach. */
const REFUSALS = [400, 403, 404, 409];

// Jobs that follow a call may find that its rows are gone again, which the log need not tell.
const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
let mine: World;
let theirs: World;
let stranger: Stranger;

beforeAll(async () => {
  const { db } = app.database;
  // Nor does work on a schedule change rows meanwhile.
  await db.execute(sql`delete from jobs.schedule`);
  ({ mine, theirs, stranger } = await makeStranger(db, async () => {
    const world = await makeWorld(db);
    // So that no job goes on with it meanwhile.
    await db.update(changes).set({ state: 'DONE' });
    return world;
  }));
});

async function jobsToDo(): Promise<number | null> {
  const due = sql`state in ('created', 'active') and start_after <= now()`;
  return (await app.database.db.execute(sql`select from jobs.job where ${due}`)).rowCount;
}

/** Whoever makes a call, in the organization they belong to. */
const callerOf = ({ as }: GoodCall) => app.as(mine[as].owner.user, mine[as].org);

/** Makes a call, and sees the job through that it begins. */
async function make(caller: TestCaller, endpoint: Endpoint, input: CallInput<Endpoint>) {
  const answer = await caller.call(endpoint, input);
  if (answer.ok && 'acts' in endpoint) {
    const { id } = answer.body as { id: number };
    const state = async () => (await caller.expectOk(acts.get, { params: { id }, query: {} })).state;
    await expect.poll(state).not.toBe('RUNNING');
  }
  // What follows in jobs counts too, and is brought back with the rest.
  if (answer.ok) await expect.poll(jobsToDo).toBe(0);
  return answer;
}

describe('a good call is answered', () => {
  const good = rows.flatMap(({ name, endpoint, calls }) =>
    calls.filter(({ notCalled }) => !notCalled).map((call, index) => ({ name, endpoint, call, number: index + 1 })),
  );
  test.each(good)('$name, $number', async ({ endpoint, call }) => {
    const answer = await make(await callerOf(call), endpoint, call.input(mine));
    expect(answer.ok, JSON.stringify(answer.body)).toBe(true);
    const odd = await oddAuditWords(await callerOf(call), mine[call.as].org);
    await stranger.changes([], false);
    expect(odd, 'What the audit log says of it is in people’s words').toEqual([]);
  });
});

/** Whether a call says something at a place, and the stranger's something else. */
function namesOwn(input: GoodCall['input'], path: string): boolean {
  const [own, strangers] = [valueAt(input(mine), path), valueAt(input(theirs), path)];
  return own !== undefined && !isDeepStrictEqual(own, strangers);
}

describe('a stranger’s id, alone in an otherwise good call, reaches nothing', () => {
  test.each(places)('$name: $path', async ({ endpoint, calls, common, begins, path }) => {
    const isCommon = path in common;
    const call =
      calls.find(({ input }) => namesOwn(input, path)) ??
      calls.find(({ input }) => isCommon && valueAt(input(mine), path) !== undefined);
    if (!call) throw new Error(`No call of contract-calls.ts names a ${path} that both worlds have, each its own`);
    const said = valueAt(call.input(theirs), path);
    for (const index of withValueAt(call.input(mine), path, said).keys()) {
      const input = withValueAt(call.input(mine), path, said)[index] as CallInput<Endpoint>;
      const { ok, status, body } = await make(await callerOf(call), endpoint, input);
      const what = JSON.stringify(input);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(status, text).toBeLessThan(500);
      if (!isCommon) {
        if (path.startsWith('params.')) expect(ok, `${what} was answered ${text}`).toBe(false);
        if (!ok) expect(REFUSALS, `${what} was answered ${text}`).toContain(status);
        expect(stranger.seenIn(text, [said]), `${what} shows ${text}`).toEqual([]);
      }
      const begun = (change: string) => begins[path]?.some((table) => change.startsWith(`+ ${table} `));
      expect(
        (await stranger.changes([said], isCommon)).filter((change) => !begun(change)),
        what,
      ).toEqual([]);
    }
  });
});

describe('nor do all of a stranger’s ids at once, from within one’s own organization', () => {
  const named = rows.flatMap(({ name, endpoint, calls, common }) => {
    const paths = idPaths(endpoint).filter((path) => !(path in common) && !path.endsWith('.orgId'));
    return paths.length < 2 ? [] : calls.map((call, index) => ({ name, endpoint, call, paths, number: index + 1 }));
  });
  test.each(named)('$name, $number', async ({ endpoint, call, paths }) => {
    const swapped = paths.filter((path) => namesOwn(call.input, path));
    const said = swapped.map((path) => valueAt(call.input(theirs), path));
    const input = swapped.reduce(
      (sofar, path, index) => withValueAt(sofar, path, said[index])[0] as CallInput<Endpoint>,
      call.input(mine),
    );
    const { status, body } = await make(await callerOf(call), endpoint, input);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(status, text).toBeLessThan(500);
    expect(stranger.seenIn(text, said), text).toEqual([]);
    expect(await stranger.changes(said, false)).toEqual([]);
  });
});

test('what is said to be common is an id of its call', () => {
  for (const { endpoint, common } of rows)
    expect(idPaths(endpoint)).toEqual(expect.arrayContaining(Object.keys(common)));
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { openApp, type TestCaller } from '../../support/app';
import { fieldsOf } from '../../support/contract/fields';
import { CALL_ROWS, type CallRow } from '../../support/contract/rows';
import { makeWorld, type World } from '../../support/contract/world';

/** What no field of any call expects; the whole list with FUZZ=long, else each field gets a few, in turn. */
const NASTIES: readonly unknown[] = [
  null,
  '',
  '\u0000',
  'half \ud83c',
  'line\r\nBcc: all@example.com',
  '9999-12-31',
  '9999-12-31T23:59:59Z',
  '-1',
  '1e400',
  '999999999999999999999.99',
  -1,
  1e21,
  0.1,
  true,
  [],
  [[]],
  { '\ud83c': 'half a key' },
  { constructor: { prototype: 1 } },
  'x'.repeat(20_000),
  "1' or '1'='1",
];
const IS_LONG = process.env.FUZZ === 'long';
const EACH_FIELD = IS_LONG ? NASTIES.length : 2;
const AT_ONCE = 8;

type Input = CallInput<Endpoint> & Partial<Record<'params' | 'query' | 'body', unknown>>;

const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
let world: World;

beforeAll(async () => {
  world = await makeWorld(app.database.db);
});

type Place = readonly (string | number)[];

/** Every place of a value, from the outermost to the innermost. */
function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? value.slice(0, 1).map((one, at) => [at, one] as const) : Object.entries(value);
  return [path, ...inner.flatMap(([name, one]) => placesIn(one, [...path, name]))];
}

/** The places of what a part takes, whether or not its sample says it: `filters.createdFrom`, `lines.0.notes`. */
function placesOf(endpoint: Endpoint, part: string): Place[] {
  return fieldsOf(endpoint)
    .map(({ path }) => path.replaceAll('[]', '.0').replaceAll('{}', '').split('.'))
    .filter(([first]) => first === part)
    .map((steps) => steps.slice(1).map((step) => (step === '0' ? 0 : step)));
}

/** The value with another at a place, where it is made if the value has none. */
function withAt(value: unknown, [step, ...rest]: Place, given: unknown): unknown {
  if (step === undefined) return given;
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withAt(first, rest, given), ...others];
  }
  const held = (typeof value === 'object' ? value : {}) as Record<string, unknown> | null;
  return { ...held, [step]: withAt(held?.[step], rest, given) };
}

function* badCalls({ endpoint, sample }: CallRow, from: number): Generator<Input> {
  const good = sample.input(world) as Input;
  let next = from;
  for (const part of ['params', 'query', 'body'] as const) {
    const said = good[part];
    if (said === undefined && endpoint[part] === undefined) continue;
    const held = (said ?? {}) as object;
    const places = new Map(
      [...placesIn(held), ...placesOf(endpoint, part)].map((place) => [JSON.stringify(place), place] as const),
    ).values();
    for (const place of places) {
      // Parts of an address are texts; an address without one is another.
      if (part !== 'body' && place.length === 0) continue;
      for (let count = 0; count < EACH_FIELD; count += 1) {
        const nasty = NASTIES[next++ % NASTIES.length];
        const isText = typeof nasty === 'string' || typeof nasty === 'number';
        // What isn't well formed can't be in an address at all.
        if (part !== 'body' && (!isText || !String(nasty).isWellFormed() || String(nasty).length > 2000)) continue;
        if (part === 'params' && nasty === '') continue;
        yield { ...good, [part]: withAt(held, place, nasty) } as Input;
      }
    }
  }
}

describe('nothing that is sent is more than the server can answer', () => {
  const areas = [...new Set(CALL_ROWS.map(({ area }) => area))];
  test.each(areas)('%s', async (area) => {
    const callers = new Map<string, TestCaller>();
    const failed: string[] = [];
    for (const [at, row] of CALL_ROWS.filter((one) => one.area === area).entries()) {
      const { as } = row.sample;
      const caller = callers.get(as) ?? (await app.as(world[as].owner.user, world[as].org));
      callers.set(as, caller);
      const ask = async (input: Input) => {
        const { status, body } = await caller.call(row.endpoint, input, { idempotencyKey: crypto.randomUUID() });
        if (status >= 500)
          failed.push(`${row.name} ${status} ${JSON.stringify(input).slice(0, 300)} ${JSON.stringify(body)}`);
      };
      const calls = [...badCalls(row, at * 7)];
      for (let first = 0; first < calls.length; first += AT_ONCE)
        await Promise.all(calls.slice(first, first + AT_ONCE).map(ask));
    }
    expect(failed).toEqual([]);
  });
});

/** Calls that no sample can make well; each sample says why. */
const NOT_CALLED = [
  'DELETE /users/me',
  'DELETE /users/me/sessions/:sessionId',
  'DELETE /users/me/usage',
  'POST /auth/link',
  'POST /auth/refresh',
  'POST /auth/sign-in',
  'POST /companies/:companyId/accounting/authorized',
  'POST /companies/:companyId/accounting/changes/restore',
  'POST /order-approvals/:id/approve',
  'POST /orgs/:orgId/leaflink-syncs/:id/push-inventory',
  'POST /orgs/:orgId/leaflink-syncs/:id/start',
  'POST /products/:id/push-inventory',
  'POST /products/:id/sync-inventory',
  'POST /support/impersonations/stop',
  'POST /users/accept-invite-code',
  'POST /users/me/verify-email',
];

test('every other call has a good sample, which the walk over another organization’s ids begins from', () => {
  const without = CALL_ROWS.filter(({ sample }) => sample.notCalled !== undefined).map(({ name }) => name);
  expect(without.sort()).toEqual(NOT_CALLED);
});

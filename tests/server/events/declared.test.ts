import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { bulkActs as acts } from '../../../domain/bulk/contract';
import { type CallInput, type Endpoint, isWrite } from '../../../domain/contract/endpoint';
import { EVENT_TYPES, type EventType } from '../../../domain/events/catalogue';
import { CALLS_TELL, type CallName } from '../../../domain/events/tells';
import { changes, events, organizations } from '../../../server/db/schema';
import { openStream } from '../../../server/events/tell-events';
import { openApp } from '../../support/app';
import { EXTRAS } from '../../support/contract/calls';
import { type KeptRows, keepRows } from '../../support/contract/kept-rows';
import { CALL_ROWS } from '../../support/contract/rows';
import type { Extra } from '../../support/contract/samples/sample';
import { makeWorld, type World } from '../../support/contract/world';

/** What no sample call brings about, and where it is shown. */
const SHOWN_ELSEWHERE: Partial<Record<EventType, string>> = {
  'intake.discrepancy': 'events/found',
  'package.tested': 'events/found',
  'transfer.accepted': 'events/found',
  'transfer.rejected': 'events/found',
  'license.sync_completed': 'events/found',
  'license.expiring': 'events/found',
  'message.created': 'events/found',
  'invoice.pushed': 'accounting/push',
  'endpoint.disabled': 'webhooks/deliveries',
  ping: 'webhooks/deliveries',
};

const extras = EXTRAS as unknown as Record<string, Record<string, Extra<Endpoint>>>;
const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
const { db } = app.database;
let world: World;
let kept: KeptRows;

beforeAll(async () => {
  await db.execute(sql`delete from jobs.schedule`);
  world = await makeWorld(db);
  for (const { id } of await db.select({ id: organizations.id }).from(organizations)) await openStream(db, id);
  // So that no job goes on with it meanwhile.
  await db.update(changes).set({ state: 'DONE' });
  kept = await keepRows(db);
});

const jobsToDo = async () =>
  (await db.execute(sql`select from jobs.job where state in ('created', 'active') and start_after <= now()`)).rowCount;

const callers = CALL_ROWS.flatMap(({ area, verb, endpoint, sample }) => {
  // What webhooks tell is delivered by itself, whatever the test takes back meanwhile.
  if (sample.notCalled || !isWrite(endpoint) || area === 'webhooks') return [];
  const { as = sample.as, calls = [] } = extras[area]?.[verb] ?? {};
  const inputs = [{ as: sample.as, input: sample.input }, ...calls.map((input) => ({ as, input }))];
  return { name: `${area}.${verb}` as CallName, endpoint, inputs };
});

test('each type that is declared is told by a call or by what follows it', async () => {
  const undeclared: string[] = [];
  const told = new Set<EventType>();
  for (const { name, endpoint, inputs } of callers) {
    for (const { as, input } of inputs) {
      const caller = await app.as(world[as].owner.user, world[as].org);
      const { ok, status, body } = await caller.call(endpoint, input(world) as CallInput<Endpoint>);
      // A call that tells what it doesn't declare fails.
      if (status >= 500) undeclared.push(name);
      if (ok && 'acts' in endpoint) {
        const { id } = body as { id: number };
        const state = async () => (await caller.expectOk(acts.get, { params: { id }, query: {} })).state;
        await expect.poll(state).not.toBe('RUNNING');
      }
      await expect.poll(jobsToDo).toBe(0);
      for (const { type } of await db.selectDistinct({ type: events.type }).from(events)) told.add(type);
      await kept.restore();
    }
  }
  expect(undeclared).toEqual([]);
  const declared = new Set(Object.values(CALLS_TELL).flat());
  expect([...declared].filter((type) => !told.has(type) && !(type in SHOWN_ELSEWHERE))).toEqual([]);
  expect(EVENT_TYPES.filter((type) => !declared.has(type) && !(type in SHOWN_ELSEWHERE))).toEqual([]);
}, 900_000);

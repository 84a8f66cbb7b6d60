import { beforeAll, expect, test } from 'vitest';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { openApp, type TestCaller } from '../../support/app';
import { dearestInput } from '../../support/contract/dearest';
import { CALL_ROWS } from '../../support/contract/rows';
import { makeWorld, type World } from '../../support/contract/world';
import { longestStretch, measureOfWork } from '../../support/work';

const rows = CALL_ROWS.filter(({ endpoint }) => endpoint.query || endpoint.body);

const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
let world: World;

beforeAll(async () => {
  world = await makeWorld(app.database.db);
});

test('no call holds the process longer than its share, however dear what it is asked', async () => {
  const callers = new Map<string, TestCaller>();
  const found: { name: string; stretch: number; status: number }[] = [];
  const share = measureOfWork();
  for (const { name, endpoint, sample } of rows) {
    const caller = callers.get(sample.as) ?? (await app.as(world[sample.as].owner.user, world[sample.as].org));
    callers.set(sample.as, caller);
    const input = dearestInput(endpoint, sample.input(world) as CallInput<Endpoint>);
    let status = 0;
    const ask = async () => {
      ({ status } = await caller.call(endpoint, input, { idempotencyKey: crypto.randomUUID() }));
    };
    // What is compiled on first use isn't its input's doing.
    await ask();
    found.push({ name, stretch: await longestStretch(ask, share), status });
  }
  const shown = found.sort((a, b) => b.stretch - a.stretch).slice(0, 8);
  if (process.env.DEAREST === 'show') console.log(share, shown);
  const over = found.filter(({ stretch }) => stretch > share);
  expect(found.filter(({ status }) => status >= 500).map(({ name }) => name)).toEqual([]);
  expect(over.map(({ name, stretch }) => [name, stretch])).toEqual([]);
  // Most were answered rather than refused, or nothing was measured.
  expect(found.filter(({ status }) => status < 300).length).toBeGreaterThan(found.length / 3);
}, 300_000);

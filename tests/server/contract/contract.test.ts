import { beforeAll, describe, expect, test } from 'vitest';
import type { Requirement } from '../../../domain/access/ability';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import type { ErrorBody } from '../../../domain/errors';
import { brands, companies } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { openApp, type TestCaller } from '../../support/app';
import { SAMPLES } from '../../support/contract/samples';
import type { Sample } from '../../support/contract/samples/sample';
import { makeWorld, type World } from '../../support/contract/world';
import { makeMember, makeUser } from '../../support/factories';

interface Row {
  name: string;
  endpoint: Endpoint;
  sample: Sample<Endpoint>;
}

const endpoints = contract as unknown as Record<string, Record<string, Endpoint>>;

const rows: Row[] = Object.entries(SAMPLES).flatMap(([area, samples]) =>
  Object.entries(samples).map(([verb, sample]) => {
    const endpoint = endpoints[area]?.[verb] as Endpoint;
    return { name: `${endpoint.method} ${endpoint.path}`, endpoint, sample: sample as Sample<Endpoint> };
  }),
);

const app = await openApp();
let mine: World;
let theirs: World;
let nobody: TestCaller;

beforeAll(async () => {
  mine = await makeWorld(app.database.db);
  theirs = await makeWorld(app.database.db);
  nobody = app.withToken(null);
});

const owner = ({ sample }: Row, world: World) => app.as(world[sample.as].owner.user, world[sample.as].org);

/** Someone without permissions: a member with an empty role, or a non-member where membership is enough. */
async function powerless({ endpoint, sample }: Row): Promise<TestCaller> {
  const { db } = app.database;
  const org = mine[sample.as].org ?? mine.seller.org;
  const { requires } = endpoint;
  const alternatives = requires.kind === 'any-of' ? requires.requirements : [requires];
  if (alternatives.some(({ kind }) => kind === 'member')) return app.as(await makeUser(db));
  const { user } = await makeMember(db, org, { features: {} });
  return app.as(user, org);
}

function isFree(requires: Requirement): boolean {
  return requires.kind === 'publicly' || requires.kind === 'signed-in';
}

function expectRefusal(answer: { status: number; body: unknown }, status: number, what: string): void {
  expect({ what, status: answer.status }).toEqual({ what, status });
  expect(answer.body).toEqual({
    userFriendlyMessage: expect.stringMatching(/\S/),
    message: expect.stringMatching(/^[A-Z_]+$/),
    internalCode: expect.any(Number),
    errorObject: (answer.body as ErrorBody).errorObject,
    errors: (answer.body as ErrorBody).errors,
  });
}

describe('every endpoint of the contract', () => {
  test.each(rows.filter(({ endpoint }) => endpoint.requires.kind !== 'publicly'))(
    '$name replies 401 when signed out',
    async ({ endpoint, sample, name }) => {
      expectRefusal(await nobody.call(endpoint, sample.input(mine)), 401, name);
    },
  );

  test.each(rows.filter(({ endpoint }) => !isFree(endpoint.requires)))(
    '$name replies 403 without permission',
    async (row) => {
      const caller = await powerless(row);
      expectRefusal(await caller.call(row.endpoint, row.sample.input(mine)), 403, row.name);
    },
  );

  test.each(rows.filter(({ sample }) => !sample.shared))(
    '$name replies 404 for another organization’s records',
    async (row) => {
      const caller = await owner(row, mine);
      const answer = await caller.call(row.endpoint, row.sample.input(theirs), { idempotencyKey: crypto.randomUUID() });
      expectRefusal(answer, 404, row.name);
    },
  );

  test.each(rows.filter(({ endpoint }) => endpoint.body))('$name replies 400 to a malformed body', async (row) => {
    const caller = await owner(row, mine);
    const input = row.sample.input(mine) as { params?: object; query?: object };
    const wrong = await caller.call(row.endpoint, { ...input, body: ['not', 'an', 'object'] } as never);
    expectRefusal(wrong, 400, row.name);
    const notJson = await fetch(`${app.url}/api${fill(row.endpoint.path, input.params)}`, {
      method: row.endpoint.method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        'org-id': String(mine[row.sample.as].org?.id ?? ''),
        'content-type': 'application/json',
      },
      body: '{"half":',
    });
    expectRefusal({ status: notJson.status, body: await notJson.json() }, 400, row.name);
  });

  test.each(rows.filter(({ endpoint }) => endpoint.params && /:id\b/.test(endpoint.path)))(
    '$name replies 404 for an unknown or invalid id',
    async (row) => {
      const caller = await owner(row, mine);
      const input = row.sample.input(mine) as { params: object };
      for (const id of [999_999_999, 'none', -1, '1e400', "1' or '1'='1"]) {
        const answer = await caller.call(row.endpoint, { ...input, params: { ...input.params, id } } as never);
        expectRefusal(answer, 404, `${row.name} ${id}`);
      }
    },
  );

  // Run last, in sample order, because these change what other samples use.
  test.each(rows.filter(({ sample }) => !sample.notCalled))(
    '$name replies exactly what its schema declares',
    async (row) => {
      const caller = await owner(row, mine);
      // The lists of a company or brand share its version, which samples give as it is at first; and no marketplace that
      // a sample connects has its prices.
      await transact(app.database.db, async (tx) => {
        await tx.update(companies).set({ version: 0, marketplaceLinkSevered: true });
        await tx.update(brands).set({ version: 0 });
      });
      const body = await caller.expectOk(row.endpoint, row.sample.input(mine));
      expect(row.endpoint.returns.parse(body)).toEqual(body);
    },
  );
});

test('an oversized body is refused, and none of it is stored', async () => {
  const caller = await app.as(mine.seller.owner.user, mine.seller.org);
  const answer = await caller.call(contract.orders.addComment, {
    params: { id: mine.orderId },
    body: { comment: 'x'.repeat(300_000) },
  });
  expectRefusal(answer, 413, 'oversized');
});

test('an organization the caller isn’t in is refused in the header too', async () => {
  const stranger = await app.as(mine.buyer.owner.user, mine.seller.org);
  expectRefusal(await stranger.call(contract.orders.get, { params: { id: mine.orderId } }), 403, 'Org-Id');
});

test('the OpenAPI document describes every endpoint', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  for (const { endpoint } of rows) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    expect(document.paths[path]).toHaveProperty(endpoint.method.toLowerCase());
  }
  const page = await fetch(`${app.url}/api/docs`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/seller/orders/{id}/transition');
});

function fill(path: string, params: object | undefined): string {
  return path.replace(/:(\w+)/g, (_match, name) => String(new Map(Object.entries(params ?? {})).get(name)));
}

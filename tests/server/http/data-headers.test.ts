import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openApp } from '../../support/app';
import { makeSeller } from '../../support/factories';

const app = await openApp();

const search = (orgId: number) => ({ body: { orgId } });

describe('data can’t be run, framed, cached or read by another site', () => {
  test('in a reply', async () => {
    const seller = await makeSeller(app.database.db);
    const owner = await app.as(seller.owner.user, seller.org);
    const { status, headers } = await owner.call(contract.orders.search, search(seller.org.id));
    expect(status).toBe(200);
    expectGuarded(headers);
  });

  test('in a refusal', async () => {
    const { status, headers } = await app.withToken(null).call(contract.orders.search, search(1));
    expect(status).toBe(401);
    expectGuarded(headers);
  });

  test('for an unreadable request', async () => {
    const response = await fetch(`${app.url}/api${contract.orders.search.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"orgId":',
    });
    expect(response.status).toBe(400);
    expectGuarded(response.headers);
  });
});

function expectGuarded(headers: Headers) {
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
}

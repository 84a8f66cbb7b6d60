import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { checkIntegrations } from '../../../server/integrations/check-integrations';
import { openApp } from '../../support/app';
import { makeLicenseKey, makeSeller } from '../../support/factories';

const app = await openApp({
  environment: { BILLING: 'false', TRACKING: 'false', WHOLESALE: 'false', ACCOUNTING: 'false' },
});
const { db } = app.database;

const KEY = 'a-key-of-twenty-four-char';
const input = (orgId: number, { method }: Endpoint) => ({
  params: { orgId, companyId: 1, id: 1, licenseId: 1, usState: 'CA' },
  ...(method === 'GET' || method === 'DELETE' ? {} : { body: { orgId, stateAbbv: 'CA', usState: 'CA', apiKey: KEY } }),
});

test.each(
  Object.entries({
    'Plans aren’t sold on this installation': contract.billing,
    'The tracking system is switched off': {
      ...contract.tracking,
      claim: contract.licenses.claim,
      claimable: contract.licenses.claimable,
      'claimable for a first organization': contract.beginning.claimable,
    },
    'The wholesale marketplace is switched off': contract.wholesale,
    'Accounting is switched off': contract.accounting,
  }).flatMap(([told, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [name, told, endpoint as Endpoint] as const),
  ),
)('%s answers: %s', async (_name, told, endpoint) => {
  const seller = await makeSeller(db);
  const caller = await app.as(seller.owner.user, seller.org);
  expect(await caller.call(endpoint, input(seller.org.id, endpoint) as never)).toMatchObject({
    status: 404,
    body: { userFriendlyMessage: expect.stringContaining(told) },
  });
  const isPublic = endpoint.requires.kind === 'publicly';
  expect(await app.withToken(null).call(endpoint, input(seller.org.id, endpoint) as never)).toMatchObject({
    status: isPublic ? 404 : 401,
  });
});

test('no stand-in is served in place of what is off', async () => {
  for (const path of ['/sandbox/tracking', '/sandbox/wholesale', '/sandbox/billing', '/sandbox/accounting']) {
    expect((await fetch(`${app.url}${path}`, { method: 'POST', body: '{}' })).status).toBe(404);
  }
});

test('the regular check asks for nothing of what is off, or it would gather for as long', async () => {
  const seller = await makeSeller(db);
  await makeLicenseKey(db, seller);
  const asked = async (parts: object) => {
    const names: string[] = [];
    const enqueue = async (_db: unknown, { name }: { name: string }) => void names.push(name);
    await checkIntegrations({ config: { parts }, database: app.database, jobs: { enqueue } } as never);
    return names;
  };
  expect(await asked(app.config.parts)).toEqual([]);
  expect(await asked({ tracking: true, wholesale: true })).toContain('sync-license');
});

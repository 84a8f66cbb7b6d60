import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountingConnections, licenseSyncs, trackingKeys, wholesaleSyncs } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { openLog } from '../../../server/log';
import { readKeys } from '../../../server/operator/keys';
import { openApp, startTestApp } from '../../support/app';
import { makeSeller, only } from '../../support/factories';

const [OLD, FRESH, LOST] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const app = await openApp({ environment: { CREDENTIALS_KEY: OLD } });
const { db } = app.database;
const log = openLog('silent');

/** A key of each kind, sealed with this one, and which are sealed with which. */
async function sealedWith(key: string) {
  const { org, owner, license, company } = await makeSeller(db);
  const vault = openCredentialEncryption(key);
  const orgId = org.id;
  const { orgUserId } = owner;
  await db.insert(trackingKeys).values({
    orgId,
    orgUserId,
    usState: 'CA',
    lastFour: 'r0wn',
    sealedKey: vault.seal('their own', places.ownKey(orgUserId, 'CA')),
  });
  await db
    .insert(licenseSyncs)
    .values({ orgId, licenseId: license.id, sealedKey: vault.seal('of the license', places.license(license.id)) });
  await db.insert(wholesaleSyncs).values({
    orgId,
    usState: 'CA',
    access: 'READ',
    checkedAt: new Date(),
    sealedKey: vault.seal('of the marketplace', places.wholesale(orgId, 'CA')),
  });
  const { id: connectionId } = only(
    await db
      .insert(accountingConnections)
      .values({ orgId, companyId: company.id, systemType: 'quickbooks', externalCompanyId: '1', externalName: 'Books' })
      .returning(),
  );
  const ofBooks = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, connectionId));
  const sealedTokens = vault.seal('of the books', places.accounting(orgId, connectionId));
  await db.update(accountingConnections).set({ sealedTokens }).where(ofBooks);
  const read = async (by: string) => {
    const { open } = openCredentialEncryption(by);
    const [own] = await db.select().from(trackingKeys).where(eq(trackingKeys.orgId, orgId));
    const [sync] = await db.select().from(licenseSyncs).where(eq(licenseSyncs.orgId, orgId));
    const [wholesale] = await db.select().from(wholesaleSyncs).where(eq(wholesaleSyncs.orgId, orgId));
    const [books] = await db.select().from(accountingConnections).where(ofBooks);
    return [
      open(own?.sealedKey ?? '', places.ownKey(orgUserId, 'CA')),
      open(sync?.sealedKey ?? '', places.license(license.id)),
      open(wholesale?.sealedKey ?? '', places.wholesale(orgId, 'CA')),
      open(books?.sealedTokens ?? '', places.accounting(orgId, connectionId)),
    ];
  };
  return { read, orgId };
}

const SECRETS = ['their own', 'of the license', 'of the marketplace', 'of the books'];
const check = (keys: string) => {
  const [credentialsKey = '', ...olderCredentialsKeys] = keys.split(' ');
  const { config, url } = app;
  return readKeys(['check'])({ db, url, log, config: { ...config, credentialsKey, olderCredentialsKeys } });
};

test('a new first key encrypts anew what an older one did, after a start, and the older one can go', async () => {
  const [kept, lost] = [await sealedWith(OLD), await sealedWith(LOST)];
  expect((await check(`${FRESH} ${OLD} ${LOST}`)).join(' ')).toContain(
    '0 third-party keys are encrypted with the first',
  );

  const on = await startTestApp({ beside: app, environment: { CREDENTIALS_KEY: `${FRESH}, ${OLD}` } });
  try {
    await expect.poll(() => kept.read(FRESH).catch(() => null), { timeout: 30_000 }).toEqual(SECRETS);
    await expect(kept.read(OLD)).rejects.toThrow();
    // What no key opens is left for whoever finds its key.
    expect(await lost.read(LOST)).toEqual(SECRETS);
    expect((await check(`${FRESH} ${OLD}`))[1]).toMatch(/^4 can’t be decrypted with any of them/);
    expect(await check(`${FRESH} ${OLD} ${LOST}`)).toEqual([
      '4 third-party keys are encrypted with the first key of CREDENTIALS_KEY, 4 with an older one.',
      'Keep the older keys until none is left; a running server encrypts them anew.',
    ]);
  } finally {
    await on.close();
  }
});

test('both keys decrypt meanwhile, and no other does', () => {
  const sealed = openCredentialEncryption(OLD).seal('a key', 'a place');
  const both = openCredentialEncryption(FRESH, [OLD]);
  expect(both.open(sealed, 'a place')).toBe('a key');
  expect(both.isCurrent(sealed, 'a place')).toBe(false);
  expect(both.isCurrent(both.seal('a key', 'a place'), 'a place')).toBe(true);
  expect(() => openCredentialEncryption(FRESH, [LOST]).open(sealed, 'a place')).toThrow();
  expect(() => both.open(sealed, 'another place')).toThrow();
});

test.each([[[]], [['burn']], [['check', 'all']]])('keys %j is refused in one line', (words) => {
  expect(() => readKeys(words)).toThrow(/^Say what to do: npm run keys -- check, rotate or replace\.$/);
});

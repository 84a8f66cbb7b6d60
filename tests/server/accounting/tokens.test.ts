import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Books, BooksOf } from '../../../server/accounting/books';
import { accountingConnections, sandboxEntities } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { booksAt, toggleBooksFault } from '../../support/accounting/books';
import { makeBooks } from '../../support/accounting/factories';
import { openApp } from '../../support/app';
import { makeSeller } from '../../support/factories';

const app = await openApp();
const beside = await openApp({ beside: app });
const { db } = app.database;
let of: BooksOf;
let books: Books;
let realm: string;

beforeEach(async () => {
  const seller = await makeSeller(db);
  const made = await makeBooks(db, seller);
  ({ realm } = made);
  of = { orgId: seller.org.id, connectionId: made.connectionId };
  books = booksAt(app);
});

const isIt = () => and(eq(accountingConnections.orgId, of.orgId), eq(accountingConnections.id, of.connectionId));
const row = async () => {
  const [found] = await db.select().from(accountingConnections).where(isIt());
  if (!found) throw new Error('no connection');
  return found;
};
const expire = () =>
  db
    .update(accountingConnections)
    .set({ accessExpiresAt: new Date(Date.now() - 1_000) })
    .where(isIt());
/** How many times tokens were given out there. */
const given = () =>
  db.$count(
    sandboxEntities,
    and(
      eq(sandboxEntities.standIn, 'accounting'),
      eq(sandboxEntities.realm, realm),
      eq(sandboxEntities.kind, 'Token'),
      sql`${sandboxEntities.data} ->> 'use' = 'refresh'`,
    ),
  );
const opened = (sealed: string | null) =>
  JSON.parse(
    openCredentialEncryption(app.config.credentialsKey).open(
      sealed ?? '',
      places.accounting(of.orgId, of.connectionId),
    ),
  );

it('renews an expired token once, however many calls of two processes need it', async () => {
  await toggleBooksFault(app, 'strict');
  await expire();
  const other = booksAt(beside);
  const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? books : other).preferences(of));
  const answers = await Promise.all(calls);
  await toggleBooksFault(app, 'strict');
  expect(answers).toHaveLength(20);
  expect(await given()).toBe(2);
  expect(await row()).toMatchObject({ state: 'ACTIVE', renewingBy: null });
});

it('keeps what it got before it uses it', async () => {
  const before = await row();
  await expire();
  await books.preferences(of);
  const now = await row();
  expect(opened(now.sealedTokens)).not.toEqual(opened(before.sealedTokens));
  expect(now.accessExpiresAt?.getTime()).toBeGreaterThan(Date.now());
  expect(now.endsAt?.getTime()).toBeGreaterThan(Date.now());
});

it('calls once more with a newer token where one is refused before its time, and does what was asked once', async () => {
  await toggleBooksFault(app, 'unauthorized');
  const made = await books.write(of, [
    { act: 'CREATE_CUSTOMER', requestId: crypto.randomUUID(), name: 'Cedar', licenseNumber: null, email: null },
  ]);
  expect(made).toMatchObject([{ kind: 'CUSTOMER', record: { name: 'Cedar' } }]);
  expect(await given()).toBe(2);
});

it('is a disconnect only once refused for good, and says so', async () => {
  await expire();
  await toggleBooksFault(app, 'refused');
  await expect(books.preferences(of)).rejects.toMatchObject({ fault: 'AUTH' });
  await toggleBooksFault(app, 'refused');
  expect(await row()).toMatchObject({ state: 'REFUSED', problem: expect.stringContaining('Connect the books again') });
  await expect(books.preferences(of)).rejects.toMatchObject({ fault: 'AUTH' });
});

/** The token endpoint behind something that is told of each request before it goes on. */
async function tokensBehind(
  before: (count: number) => Promise<unknown>,
): Promise<{ url: string; asked: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      count += 1;
      await before(count);
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(app.config.accounting.tokenUrl, {
        method: 'POST',
        headers,
        body: Buffer.concat(chunks),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked: () => count };
}

const withTokensAt = (tokenUrl: string) =>
  booksAt({ ...app, config: { ...app.config, accounting: { ...app.config.accounting, tokenUrl } } });

it('goes on with what another process stored meanwhile instead of giving the connection up', async () => {
  await expire();
  const former = await row();
  await toggleBooksFault(app, 'strict');
  await booksAt(beside).preferences(of);
  const fresh = await row();
  // This process still has the former token, which is refused, while the other stores what it got.
  await db
    .update(accountingConnections)
    .set({ sealedTokens: former.sealedTokens, accessExpiresAt: former.accessExpiresAt })
    .where(isIt());
  const { url, asked } = await tokensBehind(async (count) => {
    if (count === 1) await db.update(accountingConnections).set({ sealedTokens: fresh.sealedTokens }).where(isIt());
  });
  await expect(withTokensAt(url).preferences(of)).resolves.toMatchObject({ currency: 'USD' });
  await toggleBooksFault(app, 'strict');
  expect(asked()).toBe(2);
  expect((await row()).state).toBe('ACTIVE');
});

it('leaves alone what a person connected anew while it asked', async () => {
  await expire();
  const { url } = await tokensBehind(() =>
    db.update(accountingConnections).set({ sealedTokens: 'of the person', renewingBy: null }).where(isIt()),
  );
  await withTokensAt(url)
    .preferences(of)
    .catch(() => {});
  expect((await row()).sealedTokens).toBe('of the person');
});

it('loses no connection to an outage while it renews', async () => {
  await expire();
  const before = await row();
  const down = withTokensAt('http://127.0.0.1:9/token');
  await expect(down.preferences(of)).rejects.toMatchObject({ fault: 'TRANSIENT' });
  expect(await row()).toMatchObject({ state: 'ACTIVE', sealedTokens: before.sealedTokens, renewingUntil: null });
  await expect(books.preferences(of)).resolves.toMatchObject({ currency: 'USD' });
});

it('renews with the former token what was renewed there by a process that died before it stored it', async () => {
  await expire();
  const { refreshToken } = opened((await row()).sealedTokens);
  const { clientId, clientSecret, tokenUrl } = app.config.accounting;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const died = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  expect(died.status).toBe(200);
  // And it held the lease.
  await db
    .update(accountingConnections)
    .set({ renewingBy: 'dead', renewingUntil: new Date(Date.now() - 1) })
    .where(isIt());
  await expect(books.preferences(of)).resolves.toMatchObject({ currency: 'USD' });
  expect((await row()).state).toBe('ACTIVE');
});

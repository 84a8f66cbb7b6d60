import { and, eq } from 'drizzle-orm';
import type { Books, BooksInvoiceDraft, BooksOf } from '../../../server/accounting/books';
import { booksOverHttp } from '../../../server/accounting/http';
import { sealTokens } from '../../../server/accounting/http/tokens';
import { returnedRow } from '../../../server/db/rows';
import { accountingConnections, sandboxEntities } from '../../../server/db/schema';
import { openCredentialEncryption } from '../../../server/integrations/credential-encryption';
import { openLog } from '../../../server/log';
import type { FAULTS } from '../../../server/sandbox/accounting/faults';
import type { TestApp } from '../app';
import { press } from '../integrations/sandboxes';

type Opened = Pick<TestApp, 'config' | 'database' | 'url'>;

/** The adapter as this app has it. */
export const booksAt = ({ config, database }: Opened): Books =>
  booksOverHttp(
    config.accounting,
    database.db,
    openCredentialEncryption(config.credentialsKey, config.olderCredentialsKeys),
    openLog('silent'),
  );

/** A person allows it on the sandbox's page; where they are sent then. `refuses`: they don't. */
export async function allow(
  { url }: Pick<TestApp, 'url'>,
  page: string,
  { refuses = false, realm }: { refuses?: boolean; realm?: string } = {},
): Promise<URL> {
  const asked = new URL(page);
  const shown = await (await fetch(`${url}${asked.pathname}${asked.search}`)).text();
  const offered = [...shown.matchAll(/name="realm" value="(\d+)"/g)].map(([, one]) => one ?? '');
  const body = new URLSearchParams({
    state: asked.searchParams.get('state') ?? '',
    returnTo: asked.searchParams.get('redirect_uri') ?? '',
    realm: realm ?? offered[0] ?? '',
    answer: refuses ? 'refuse' : 'allow',
  });
  const response = await fetch(`${url}/sandbox/accounting/authorize`, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'about:blank');
}

/** A company whose books are connected, without a call: its connection, the id of its books, and the adapter. */
export async function connectBooks(
  app: Opened,
  { org, company }: { org: { id: number }; company: { id: number } },
): Promise<{ of: BooksOf; realm: string; books: Books }> {
  const books = booksAt(app);
  const returnTo = `${app.config.publicUrl}/account/integrations`;
  const back = await allow(app, books.authorizePage({ state: `${org.id}-test`, returnTo }));
  const tokens = await books.exchange({ code: back.searchParams.get('code') ?? '', returnTo });
  const externalCompanyId = back.searchParams.get('realmId') ?? '';
  const preferences = await books.look({ accessToken: tokens.accessToken, externalCompanyId });
  const { db } = app.database;
  const { accessExpiresAt, refreshExpiresAt, endsAt } = tokens;
  const { id: connectionId } = returnedRow(
    await db
      .insert(accountingConnections)
      .values({
        orgId: org.id,
        companyId: company.id,
        systemType: 'quickbooks',
        externalCompanyId,
        externalName: preferences.name,
        preferences,
        accessExpiresAt,
        refreshExpiresAt,
        endsAt,
      })
      .returning({ id: accountingConnections.id }),
  );
  const of = { orgId: org.id, connectionId };
  const vault = openCredentialEncryption(app.config.credentialsKey);
  await db
    .update(accountingConnections)
    .set({ sealedTokens: sealTokens(vault, of, tokens) })
    .where(and(eq(accountingConnections.orgId, org.id), eq(accountingConnections.id, connectionId)));
  return { of, realm: externalCompanyId, books };
}

/** Starts or stops a fault of the sandbox. */
export const toggleBooksFault = (app: Pick<TestApp, 'url'>, fault: keyof typeof FAULTS) =>
  press(app, 'accounting/fault', fault);

/** Somebody changes a record in the books themselves, on the sandbox's page. */
export async function actInBooks(
  { url }: Pick<TestApp, 'url'>,
  realm: string,
  change: { act: string; kind: 'Invoice' | 'Payment' | 'Customer' | 'Item'; id: string; value?: string },
): Promise<void> {
  const response = await fetch(`${url}/sandbox/accounting/books/${realm}/act`, {
    method: 'POST',
    body: new URLSearchParams(change),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${change.act}: ${response.status} ${await response.text()}`);
}

/** What the sandbox has of a kind, the oldest first; deleted ones are not there. */
export async function inBooks({ database }: Pick<TestApp, 'database'>, realm: string, kind: string) {
  const { standIn, realm: ofRealm, kind: ofKind, isDeleted, id } = sandboxEntities;
  return database.db
    .select()
    .from(sandboxEntities)
    .where(and(eq(standIn, 'accounting'), eq(ofRealm, realm), eq(ofKind, kind), eq(isDeleted, false)))
    .orderBy(id);
}

/** An invoice of one line that the books take. */
export async function draftFor(books: Books, of: BooksOf, values: Partial<BooksInvoiceDraft> = {}) {
  const customer = (await books.searchCustomers(of, '', 1))[0];
  const item = (await books.searchItems(of, '', 1))[0];
  return {
    customerId: customer?.id ?? '',
    number: null,
    day: new Date().toISOString().slice(0, 10),
    dueDay: null,
    lines: [{ itemId: item?.id ?? '', description: 'Jars', quantity: '3', unitPrice: '12.35', amount: '37.05' }],
    discount: null,
    note: 'Order 1',
    marker: `test-${crypto.randomUUID()}`,
    ...values,
  } satisfies BooksInvoiceDraft;
}

import { and, eq } from 'drizzle-orm';
import { sealTokens } from '../../../server/accounting/http/tokens';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import type { Db } from '../../../server/db/client';
import { returnedRow } from '../../../server/db/rows';
import { accountingConnections } from '../../../server/db/schema';
import { openCredentialEncryption } from '../../../server/integrations/credential-encryption';
import { grantTokens } from '../../../server/sandbox/accounting/oauth';
import { booksOf } from '../../../server/sandbox/accounting/seed';

const AN_HOUR = 3_600_000;

/** A company whose books are connected at the sandbox: its connection, and the id of its books. */
export async function makeBooks(
  db: Db,
  { org, company }: { org: { id: number }; company: { id: number; name?: string } },
): Promise<{ connectionId: number; realm: string }> {
  const offered = await booksOf(db, org.id);
  const books = offered.find(({ realm }) => Number(realm.slice(-5)) === company.id) ?? offered[0];
  if (!books) throw new Error('no books');
  const tokens = await grantTokens(db, books.realm);
  const preferences = {
    name: books.name,
    takesOurNumbers: true,
    allowsDiscount: true,
    closedUntil: null,
    currency: 'USD',
  };
  const { id: connectionId } = returnedRow(
    await db
      .insert(accountingConnections)
      .values({
        orgId: org.id,
        companyId: company.id,
        systemType: 'quickbooks',
        externalCompanyId: books.realm,
        externalName: books.name,
        preferences,
        accessExpiresAt: new Date(Date.now() + AN_HOUR),
        refreshExpiresAt: new Date(Date.now() + 100 * 24 * AN_HOUR),
        checkedAt: new Date(),
      })
      .returning({ id: accountingConnections.id }),
  );
  const sealedTokens = sealTokens(
    openCredentialEncryption(DEVELOPMENT_CREDENTIALS_KEY),
    { orgId: org.id, connectionId },
    { accessToken: String(tokens.access_token), refreshToken: String(tokens.refresh_token) },
  );
  await db
    .update(accountingConnections)
    .set({ sealedTokens })
    .where(and(eq(accountingConnections.orgId, org.id), eq(accountingConnections.id, connectionId)));
  return { connectionId, realm: books.realm };
}

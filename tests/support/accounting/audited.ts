import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import { returnedRow } from '../../../server/db/rows';
import {
  accountingAudits,
  accountingConnections,
  accountingFindings,
  accountingProposals,
  accountingRemotes,
  sandboxEntities,
} from '../../../server/db/schema';

/** What was read of a company's books, compared with them, and changed there. */
export type Audited = {
  customerExternalId: string;
  itemExternalId: string;
  auditId: number;
  findingId: number;
  renamedId: number;
  dismissedId: number;
};

/** Records, a comparison with a difference, and changes of a company's books. */
export async function makeAudited(
  db: Db,
  { org, company, owner }: { org: { id: number }; company: { id: number }; owner: { user: { id: string } } },
  { connectionId, realm }: { connectionId: number; realm: string },
): Promise<Audited> {
  const of = { orgId: org.id, connectionId };
  const there = await db
    .select()
    .from(sandboxEntities)
    .where(and(eq(sandboxEntities.standIn, 'accounting'), eq(sandboxEntities.realm, realm)));
  const idOf = (is: (one: (typeof there)[number]) => boolean) => there.find(is)?.entityId ?? '';
  const customerExternalId = idOf(({ kind, data }) => kind === 'Customer' && data.Active === true);
  const itemExternalId = idOf(({ kind, data }) => kind === 'Item' && data.Active === true);
  const known = { seenAt: new Date() };
  const version = String(
    there.find(({ kind, entityId }) => kind === 'Customer' && entityId === customerExternalId)?.version ?? 0,
  );
  const record = { version, isActive: true };
  await db.insert(accountingRemotes).values([
    { ...of, ...known, kind: 'CUSTOMER', externalId: customerExternalId, name: `Customer ${realm}`, record },
    { ...of, ...known, kind: 'ITEM', externalId: itemExternalId, name: `Item ${realm}`, record },
  ]);
  await db
    .update(accountingConnections)
    .set({ defaultIncomeAccountId: idOf(({ kind, data }) => kind === 'Account' && data.AccountType === 'Income') })
    .where(and(eq(accountingConnections.orgId, org.id), eq(accountingConnections.id, connectionId)));
  const { id: auditId } = returnedRow(
    await db
      .insert(accountingAudits)
      .values({
        ...of,
        asked: { companyId: company.id, filters: {}, timeZone: 'UTC' },
        state: 'DONE',
        startedByUserId: owner.user.id,
        finishedAt: new Date(),
      })
      .returning({ id: accountingAudits.id }),
  );
  const { id: findingId } = returnedRow(
    await db
      .insert(accountingFindings)
      .values({
        orgId: org.id,
        auditId,
        kind: 'MISSING_HERE',
        externalId: `invoice of ${realm}`,
        ours: 'None',
        theirs: `Invoice of ${realm}`,
        fix: 'NOTE',
      })
      .returning({ id: accountingFindings.id }),
  );
  const proposed = async (externalId: string) =>
    returnedRow(
      await db
        .insert(accountingProposals)
        .values({
          ...of,
          kind: 'RENAMED',
          externalId: `CUSTOMER:${externalId}`,
          externalVersion: version,
          ours: { shown: `Was ${realm}`, of: 'CUSTOMER' },
          theirs: { shown: `Customer ${realm}`, name: `Customer ${realm}` },
        })
        .returning({ id: accountingProposals.id }),
    ).id;
  const [renamedId, dismissedId] = [await proposed(customerExternalId), await proposed(`${customerExternalId}0`)];
  return { customerExternalId, itemExternalId, auditId, findingId, renamedId, dismissedId };
}

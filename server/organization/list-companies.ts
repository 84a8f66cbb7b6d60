import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { CompanyRecord, OtherAddress } from '../../domain/organization/company';
import type { Organization, OwnCompany } from '../../domain/organization/organization';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { companies, companyAddresses, companyInvites, companyPaymentOptions, wholesaleSyncs } from '../db/schema';
import { visibleCompanies } from '../db/visibility';
import { loadDistributors } from './distributors';
import { toCompany } from './read-companies';

const MOST_INVITES = 20;

/** The seller companies a member sees, by name. */
export async function listCompanies(db: Db, membership: Membership): Promise<OwnCompany[]> {
  return (await selectCompanies(db, membership)).map(toOwn);
}

/** The zones of removed companies, to who still sees their orders: nobody is assigned to them any more. */
export async function listRemovedCompanies(db: Db, membership: Membership): Promise<Organization['removedCompanies']> {
  if (!seesEverything(membership)) return [];
  return db
    .select({ companyId: companies.id, timeZone: sql<string>`${companies.timeZone}` })
    .from(companies)
    .where(and(eq(companies.orgId, membership.orgId), isNotNull(companies.removedAt), isNotNull(companies.timeZone)));
}

function selectCompanies(db: Db, membership: Membership, where?: SQL) {
  return db
    .select({ company: companies, syncId: wholesaleSyncs.id })
    .from(companies)
    .leftJoin(
      wholesaleSyncs,
      and(
        eq(wholesaleSyncs.orgId, membership.orgId),
        eq(wholesaleSyncs.usState, companies.usState),
        isNotNull(wholesaleSyncs.sealedKey),
        or(isNull(wholesaleSyncs.companyId), eq(wholesaleSyncs.companyId, companies.id)),
      ),
    )
    .where(and(visibleCompanies(membership), where))
    .orderBy(asc(companies.name));
}

type Selected = { company: typeof companies.$inferSelect; syncId: number | null };

const toOwn = ({ company, syncId }: Selected): OwnCompany => ({
  ...toCompany(company),
  isMarketplaceLinked: syncId !== null && !company.marketplaceLinkSevered,
  timeZone: company.timeZone,
});

/** The seller companies the caller sees, with all that their admins keep, by name. */
export async function loadCompanies(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  where?: SQL,
): Promise<CompanyRecord[]> {
  const { orgId } = membership;
  const selected = await selectCompanies(db, membership, where);
  const ids = selected.map(({ company }) => company.id);
  const addresses = await db
    .select()
    .from(companyAddresses)
    .where(and(eq(companyAddresses.orgId, orgId), isOneOf(companyAddresses.companyId, ids)))
    .orderBy(asc(companyAddresses.displayOrder), asc(companyAddresses.id));
  const options = await db
    .select()
    .from(companyPaymentOptions)
    .where(and(isOneOf(companyPaymentOptions.companyId, ids), eq(companyPaymentOptions.removed, false)))
    .orderBy(asc(companyPaymentOptions.position), asc(companyPaymentOptions.id));
  const invites = await db
    .select()
    .from(companyInvites)
    .where(and(eq(companyInvites.orgId, orgId), isOneOf(companyInvites.companyId, ids)))
    .orderBy(desc(companyInvites.sentAt), desc(companyInvites.id));
  const distributors = await loadDistributors({ db, membership }, ids);
  return selected.map((row) => {
    const { id, keyPeople, licenseId, marketplaceLinkSevered, version } = row.company;
    const of = <R extends { companyId: number }>(rows: readonly R[]) => rows.filter((one) => one.companyId === id);
    return {
      ...toOwn(row),
      licenseId,
      marketplaceLinkSevered,
      keyPeople: keyPeople.map((person, displayOrder) => ({ ...person, displayOrder })),
      locations: of(addresses).flatMap((one) =>
        one.displayOrder === null ? [] : [{ ...toAddress(one), displayOrder: one.displayOrder }],
      ),
      otherAddresses: of(addresses)
        .filter(({ displayOrder }) => displayOrder === null)
        .map(toAddress),
      paymentOptions: of(options).map(({ id, name, dueDays }) => ({ id, name, dueDays })),
      distributorMappings: of(distributors).map(({ brandId, distributorId }) => ({ brandId, distributorId })),
      invites: of(invites)
        .slice(0, MOST_INVITES)
        .map(({ invitedEmail, sentAt }) => ({ companyId: id, invitedEmail, created: sentAt.toISOString() })),
      version,
    };
  });
}

function toAddress(row: typeof companyAddresses.$inferSelect): OtherAddress {
  const { id, name, phone, lineOne, city, postalCode } = row;
  const state = { ansiAbbrevation: row.usState };
  return { name, phone, address: { id, lineOne, city, state, postalCode } };
}

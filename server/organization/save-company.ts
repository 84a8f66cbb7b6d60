import { and, asc, eq, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { assertCurrent, badInput, notFound } from '../../domain/errors';
import {
  type CompanyDraft,
  type CompanyRecord,
  inDisplayOrder,
  numberInOrder,
  type PaymentOptionDraft,
} from '../../domain/organization/company';
import type { companies as contract } from '../../domain/organization/company-contract';
import type { Ctx, MemberCtx } from '../context';
import { lockRows } from '../db/rows';
import { companies, companyAddresses, companyPaymentOptions, customers, licenses, orgUsers } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { holdDistributors, replaceDistributors } from './distributors';
import { loadCompanies } from './list-companies';

/** What a new company offers its buyers until its admin says otherwise. */
const FIRST_PAYMENT_OPTION = { name: 'Cash on delivery', dueDays: 0, position: 0 };

/** One company the caller sees. NOT_FOUND otherwise. */
export async function loadCompany(ctx: Pick<Ctx, 'db' | 'membership'>, id: number): Promise<CompanyRecord> {
  const [found] = await loadCompanies(ctx, eq(companies.id, id));
  if (found === undefined) throw notFound('Company');
  return found;
}

/** A company locked until the transaction ends. NOT_FOUND, and STALE from an outdated version. */
export async function lockCompany(ctx: Ctx, id: number, version?: number): Promise<CompanyRecord> {
  const own = and(eq(companies.id, id), eq(companies.orgId, ctx.membership.orgId));
  await lockRows(ctx.db, companies, own);
  const before = await loadCompany(ctx, id);
  assertCurrent('This company', before, version);
  return before;
}

type Changes = Partial<
  Pick<
    typeof companies.$inferInsert,
    'name' | 'companyType' | 'licenseId' | 'keyPeople' | 'marketplaceLinkSevered' | 'severedProductIds'
  >
> & { timeZone?: string | null | undefined };

/** Saves a locked company's changes as its next version, which it returns, and publishes that it changed. */
export async function bumpCompany(
  { db, publish }: Ctx,
  { companyId, orgId, version }: CompanyRecord,
  changes: Changes = {},
): Promise<number> {
  await db
    .update(companies)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(companies.id, companyId), eq(companies.orgId, orgId)));
  await publish({ topic: 'organization', kind: 'changed', id: companyId, orgIds: [orgId] });
  return version + 1;
}

/** Saves a locked company's changes, its own or those of its rows, and audits them. */
export async function saveCompany(ctx: Ctx, before: CompanyRecord, changes: Changes = {}): Promise<CompanyRecord> {
  await bumpCompany(ctx, before, changes);
  const after = await loadCompany(ctx, before.companyId);
  await ctx.audit({ id: before.companyId, before, after });
  return after;
}

/** Adds a company. BAD_INPUT on `licenseId`. */
export const createCompany: Verb<typeof contract.create> = (ctx, { body }) => addCompany(ctx, body);

/** Adds a company with one payment option. Someone with assigned companies only is assigned it. */
export async function addCompany(ctx: MemberCtx, draft: CompanyDraft): Promise<CompanyRecord> {
  const { db, membership, now } = ctx;
  const { orgId, state, licenseId, ...fields } = draft;
  const usState = state.ansiAbbrevation;
  await checkLicense(ctx, licenseId, { usState, name: fields.name });
  const [made] = await db
    .insert(companies)
    .values({ ...fields, orgId, usState, licenseId, createdAt: now })
    .returning({ id: companies.id });
  const companyId = made?.id ?? 0;
  await db.insert(companyPaymentOptions).values({ orgId, companyId, ...FIRST_PAYMENT_OPTION });
  if (!seesEverything(membership)) {
    const { orgUserId } = membership;
    const companyIds = sql`array_append(${orgUsers.companyIds}, ${companyId}::bigint)`;
    await db.update(orgUsers).set({ companyIds }).where(eq(orgUsers.id, orgUserId));
    await ctx.publish({ topic: 'access', kind: 'changed', id: orgUserId, orgIds: [orgId] });
  }
  const assigned = { ...membership, companyIds: [...membership.companyIds, companyId] };
  const after = await loadCompany({ db, membership: assigned }, companyId);
  await ctx.audit({ entity: 'company', id: companyId, before: null, after });
  await ctx.publish({ topic: 'organization', kind: 'created', id: companyId, orgIds: [orgId] });
  return after;
}

/** Changes a company's own fields. STALE, BAD_INPUT on `licenseId`, `paymentOptions` or `distributorMappings`. */
export const updateCompany: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, paymentOptions, distributorMappings, ...fields } = body;
  // Before the company's own lock, as who removes one of them takes both.
  await holdDistributors(ctx.db, distributorMappings);
  const before = await lockCompany(ctx, params.id, version);
  if (fields.licenseId !== before.licenseId) {
    await checkLicense(ctx, fields.licenseId, { usState: before.state.ansiAbbrevation, name: before.name });
  }
  if (paymentOptions !== undefined) await replacePaymentOptions(ctx, before, paymentOptions);
  if (distributorMappings !== undefined) await replaceDistributors(ctx, before, distributorMappings);
  return saveCompany(ctx, before, fields);
};

/** Replaces a company's key people. STALE. */
export const updateKeyPeople: Verb<typeof contract.updateKeyPeople> = async (ctx, { params, body }) => {
  const before = await lockCompany(ctx, params.id, body.version);
  return saveCompany(ctx, before, { keyPeople: numberInOrder(body.keyPeople, before.keyPeople) });
};

/** Makes these addresses the company's locations, in order, and no others. STALE, BAD_INPUT on `locations`. */
export const updateLocations: Verb<typeof contract.updateLocations> = async (ctx, { params, body }) => {
  const before = await lockCompany(ctx, params.id, body.version);
  const ids = [...new Set(inDisplayOrder(body.locations).map(({ address }) => address.id))];
  const known = new Set([...before.locations, ...before.otherAddresses].map(({ address }) => address.id));
  if (ids.some((id) => !known.has(id))) throw badInput({ locations: 'One of these addresses isn’t the company’s' });
  await ctx.db
    .update(companyAddresses)
    .set({ displayOrder: sql`array_position(${sql.param(ids)}::bigint[], ${companyAddresses.id}) - 1` })
    .where(and(eq(companyAddresses.orgId, before.orgId), eq(companyAddresses.companyId, before.companyId)));
  return saveCompany(ctx, before);
};

/** Refuses, on `licenseId`, a license the caller doesn't see or one of another state. */
async function checkLicense(
  { db, membership }: MemberCtx,
  licenseId: number | null,
  company: { usState: string; name: string },
): Promise<void> {
  if (licenseId === null) return;
  const [license] = await db
    .select({ usState: licenses.usState })
    .from(licenses)
    .where(and(eq(licenses.id, licenseId), visibleLicenses(membership)))
    .for('key share');
  if (license === undefined) throw badInput({ licenseId: 'License not found' });
  if (license.usState === company.usState) return;
  throw badInput({ licenseId: `${company.name} sells in ${company.usState}. Choose a license in that state.` });
}

/**
 * Replaces a locked company's payment options, in order. One left out is no longer offered; orders keep it. BAD_INPUT on
 * `paymentOptions` for an id of another company's, and for one left out that customers have agreed to.
 */
async function replacePaymentOptions(
  ctx: Ctx,
  { orgId, companyId, paymentOptions: before }: CompanyRecord,
  drafts: readonly PaymentOptionDraft[],
): Promise<void> {
  const kept = new Set(drafts.flatMap(({ id }) => id ?? []));
  const known = new Set(before.map(({ id }) => id));
  if ([...kept].some((id) => !known.has(id))) {
    throw badInput({ paymentOptions: 'One of these payment options was removed. Add it again.' });
  }
  const of = and(eq(companyPaymentOptions.orgId, orgId), eq(companyPaymentOptions.companyId, companyId));
  for (const gone of before.filter(({ id }) => !kept.has(id))) {
    await assertUnused(ctx, companyId, gone);
    await ctx.db
      .update(companyPaymentOptions)
      .set({ removed: true })
      .where(and(of, eq(companyPaymentOptions.id, gone.id)));
  }
  for (const [position, { id, name, dueDays }] of drafts.entries()) {
    const values = { name, dueDays, position };
    if (id === undefined) await ctx.db.insert(companyPaymentOptions).values({ orgId, companyId, ...values });
    else
      await ctx.db
        .update(companyPaymentOptions)
        .set(values)
        .where(and(of, eq(companyPaymentOptions.id, id)));
  }
}

async function assertUnused(
  { db, membership }: Ctx,
  companyId: number,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const agreed = and(
    eq(customers.orgId, membership.orgId),
    eq(customers.companyId, companyId),
    sql`${customers.paymentOptionIds} @> ${sql.param([id])}::bigint[]`,
  );
  const count = await db.$count(customers, agreed);
  if (count === 0) return;
  const [first] = await db
    .select({ name: customers.name })
    .from(customers)
    .where(agreed)
    .orderBy(asc(customers.name))
    .limit(1);
  const who = count === 1 ? first?.name : `${first?.name} and ${count - 1} more`;
  const have = count === 1 ? 'This customer has' : 'These customers have';
  throw badInput({ paymentOptions: `${have} agreed to “${name}”: ${who}. Change their payment options first.` });
}

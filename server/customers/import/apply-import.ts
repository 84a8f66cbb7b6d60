import { and, eq, sql } from 'drizzle-orm';
import type { customerImports as contract } from '../../../domain/customers/import-contract';
import type { Imported, Judged, Written } from '../../../domain/customers/judge-import';
import { recordChange, rowOf, undoApplied } from '../../bulk/applied';
import type { NewRow } from '../../bulk/ledger';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { companies, customers } from '../../db/schema';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import { publishCustomer, setManagers } from '../save-customer';
import { tellCustomers } from '../tell-customers';
import { zonesOf } from '../zones/follow-zones';
import { importedValues, judge } from './judge-import';
import { IMPORTS, loadImport } from './read-import';
import { customerImport } from './undo-import';

/** Previews an import's result for each row. */
export const previewImport: Verb<typeof contract.preview> = async (ctx, { body }) => {
  const company = await findSeenCompany(ctx, body.companyId);
  const judged = await judge(ctx, company, body.rows);
  return { rows: judged.map(({ values: _, ...verdict }) => verdict) };
};

/** Writes every row that isn't skipped, in one transaction, and keeps the previous values for the undo. */
export const applyImport: Verb<typeof contract.apply> = async (ctx, { body }) => {
  const { companyId, fileName, rows } = body;
  const company = await findSeenCompany(ctx, companyId);
  // One import per company at a time; what it changes is read after this lock.
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  const judged = await judge(ctx, company, rows);
  const zoneOf = await zonesOf(ctx.db, company, await locatedIn(ctx, judged));
  const made = await createAll(ctx, companyId, judged, zoneOf);
  const recorded: NewRow[] = [];
  for (const { customerId, values, ...result } of judged) {
    const { row, verdict } = result;
    const base = { ...rowOf(result), subjectId: customerId };
    if (verdict === 'create') {
      recorded.push({ ...base, subjectId: made.get(row) ?? null, kept: { before: null, versionAfter: 0 } });
    } else if (verdict === 'update' && customerId !== null) {
      recorded.push({ ...base, kept: await updateOne(ctx, customerId, values, zoneOf) });
    } else recorded.push(base);
  }
  const input = { companyId, fileName };
  const importId = await recordChange(ctx, customerImport, { act: 'import', input, rows: recorded });
  await ctx.audit({ id: importId, before: null, after: { ...input, rows: recorded } });
  await publishCustomer(ctx, 'many');
  return loadImport(ctx, importId);
};

/** Undoes an import at once, for any colleague who may import. NOT_FOUND, FORBIDDEN, and CONFLICT the second time. */
export const undoImport: Verb<typeof contract.undo> = async (ctx, { params }) => {
  const before = await loadImport(ctx, params.id);
  await undoApplied(ctx, IMPORTS, before.id);
  const after = await loadImport(ctx, before.id);
  await ctx.audit({ id: before.id, before, after });
  return after;
};

/** The customers created, by row. */
async function createAll(
  ctx: Ctx,
  companyId: number,
  judged: readonly Judged[],
  zoneOf: ZoneOf,
): Promise<Map<number, number>> {
  const { orgId } = ctx.membership;
  const fresh = judged.filter(({ verdict }) => verdict === 'create');
  if (fresh.length === 0) return new Map();
  const stamp = { orgId, companyId, createdAt: ctx.now, updatedAt: ctx.now };
  const rows = await ctx.db
    .insert(customers)
    .values(fresh.map(({ values, name }) => ({ ...importedValues(zoned(values, NEW, zoneOf)), ...stamp, name })))
    .returning({ id: customers.id });
  const made = new Map(fresh.map(({ row }, at) => [row, rows[at]?.id ?? 0]));
  await tellCustomers(ctx, [...made.values()], 'customer.created');
  for (const { row, values } of fresh) {
    if (values.managerIds) await setManagers(ctx, made.get(row) ?? 0, values.managerIds);
  }
  return made;
}

type ZoneOf = Awaited<ReturnType<typeof zonesOf>>;
const NEW = { address: null, licenseId: null, serviceZoneByHand: false };

/** The values with the zone they lead to: an imported one was chosen by people, another follows a new address. */
function zoned(
  values: Imported,
  before: { address: string | null; licenseId: number | null; serviceZoneByHand: boolean },
  zoneOf: ZoneOf,
): Written {
  if (values.serviceZoneId !== undefined) return { ...values, serviceZoneByHand: true };
  const isMoved = values.address !== undefined || values.licenseId !== undefined;
  if (!isMoved || before.serviceZoneByHand || !zoneOf) return values;
  return { ...values, serviceZoneId: zoneOf({ ...before, ...values }) };
}

/** Where the judged rows and the customers they change are. */
async function locatedIn({ db, membership }: Ctx, judged: readonly Judged[]) {
  const ids = judged.flatMap(({ customerId }) => customerId ?? []);
  const { address, licenseId } = customers;
  const standing =
    ids.length === 0
      ? []
      : await db
          .select({ address, licenseId })
          .from(customers)
          .where(and(eq(customers.orgId, membership.orgId), isOneOf(customers.id, ids)));
  return [...standing, ...judged.map(({ values }) => ({ address: null, licenseId: values.licenseId ?? null }))];
}

/** Sets the changed fields; returns their previous values and the customer's new version. */
async function updateOne(ctx: Ctx, id: number, imported: Imported, zoneOf: ZoneOf) {
  const { orgId } = ctx.membership;
  const own = and(eq(customers.orgId, orgId), eq(customers.id, id));
  const [standing] = await ctx.db
    .select({
      row: customers,
      managerIds: sql<number[]>`array(
        select manager.org_user_id from customer_managers manager
         where manager.org_id = ${orgId} and manager.customer_id = customers.id order by 1)`,
    })
    .from(customers)
    .where(own)
    .for('no key update');
  if (standing === undefined) throw new Error('A customer matched in the review no longer exists');
  const { row, managerIds } = standing;
  const stood = { ...row, managerIds };
  const values = zoned(imported, row, zoneOf);
  const fields = Object.keys(values) as (keyof Written)[];
  const versionAfter = row.version + 1;
  await ctx.db
    .update(customers)
    .set({ ...importedValues(values), updatedAt: ctx.now, version: versionAfter })
    .where(own);
  if (values.managerIds) await setManagers(ctx, id, values.managerIds);
  await tellCustomers(ctx, [id]);
  return { before: Object.fromEntries(fields.map((field) => [field, stood[field]])), versionAfter };
}

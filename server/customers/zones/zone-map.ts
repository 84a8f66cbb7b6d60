import { and, asc, eq, sql } from 'drizzle-orm';
import {
  areaMistakes,
  areaOf,
  type Claim,
  claimsOf,
  postalCodeOf,
  zoneFinder,
} from '../../../domain/customers/zone-area';
import type {
  CustomerPlace,
  serviceZoneMap as contract,
  ServiceZone,
  ZoneArea,
} from '../../../domain/customers/zone-contract';
import { keptByHand, type Located, type Move, previewMoves, zoneMoves } from '../../../domain/customers/zone-moves';
import { assertCurrent, badInput, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { holdAlone } from '../../db/hold';
import { type companies, customerServiceZones, customers, licenses, serviceZoneAreas } from '../../db/schema';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import { serviceZoneVerbs } from '../labels';
import { publishCustomer } from '../save-customer';
import { tellCustomers } from '../tell-customers';
import { loadClaims, placesOf } from './follow-zones';

type Company = typeof companies.$inferSelect;

/** A company's zones with their areas, and how many customers are where. */
export const getZoneMap: Verb<typeof contract.get> = async (ctx, { query }) => {
  const company = await findSeenCompany(ctx, query.companyId);
  const zones = await loadZones(ctx, company);
  return { usState: company.usState, zones, places: placed(await locate(ctx, company)) };
};

/** What saving an area would change. BAD_INPUT as when it is saved. */
export const previewArea: Verb<typeof contract.previewArea> = async (ctx, { params, body }) => {
  const { company } = await findZone(ctx, params.id);
  const zones = await loadZones(ctx, company);
  const claims = await checkedClaims(ctx, company, { id: params.id, area: body, zones });
  const located = await locate(ctx, company);
  const find = await finderOf(company, claims);
  const kept = keptByHand(located, find, params.id);
  return { ...previewMoves(zoneMoves(located, find), zones), keptByHand: kept };
};

/** Replaces a zone's area and moves the customers that follow their addresses. STALE, BAD_INPUT on either field. */
export const updateArea: Verb<typeof contract.updateArea> = async (ctx, { params, body }) => {
  const { version, ...area } = body;
  const { company } = await findZone(ctx, params.id);
  // As labels are changed: one change of a company's zones at a time.
  await holdAlone(ctx.db, { kind: 'company labels', id: company.id });
  const zones = await loadZones(ctx, company);
  const before = zones.find(({ id }) => id === params.id);
  if (before === undefined) throw notFound('Service zone');
  assertCurrent('This service zone', before, version);
  const claims = await checkedClaims(ctx, company, { id: params.id, area, zones });
  await replaceArea(ctx, company, params.id, claims);
  const moves = zoneMoves(await locate(ctx, company), await finderOf(company, claims));
  await moveAll(ctx, moves);
  const after = (await loadZones(ctx, company)).find(({ id }) => id === params.id);
  if (after === undefined) throw notFound('Service zone');
  await ctx.audit({ id: params.id, before, after: { ...after, moveCount: moves.length } });
  await publishCustomer(ctx, 'labels');
  if (moves.length > 0) await publishCustomer(ctx, 'many');
  return { zone: after, moveCount: moves.length };
};

async function findZone(ctx: Ctx, id: number): Promise<{ company: Company }> {
  const [zone] = await ctx.db
    .select({ companyId: customerServiceZones.companyId })
    .from(customerServiceZones)
    .where(and(eq(customerServiceZones.orgId, ctx.membership.orgId), eq(customerServiceZones.id, id)));
  if (zone === undefined) throw notFound('Service zone');
  const company = await findSeenCompany(ctx, zone.companyId).catch(() => undefined);
  if (company === undefined) throw notFound('Service zone');
  return { company };
}

async function loadZones(ctx: Ctx, company: Company): Promise<ServiceZone[]> {
  const labels = await serviceZoneVerbs.list(ctx, { query: { orgId: company.orgId, companyId: company.id } });
  const claims = await loadClaims(ctx.db, company);
  return labels.map(({ id, name, position, customerCount, version }) => ({
    ...{ id, name, position, customerCount, version },
    ...areaOf(id, claims),
  }));
}

/** All claims of the company with the zone's new area. */
async function checkedClaims(
  { db }: Ctx,
  company: Company,
  { id, area, zones }: { id: number; area: ZoneArea; zones: readonly ServiceZone[] },
): Promise<Claim[]> {
  const names = new Map(zones.map((zone) => [zone.id, zone.name]));
  const others = (await loadClaims(db, company))
    .filter(({ serviceZoneId }) => serviceZoneId !== id)
    .map((claim) => ({ ...claim, zone: names.get(claim.serviceZoneId) ?? '' }));
  const mistakes = areaMistakes(area, others, await placesOf(company.usState), company.usState);
  if (Object.keys(mistakes).length > 0) throw badInput(mistakes as Record<string, string>);
  return [...others, ...claimsOf(id, area)];
}

async function replaceArea({ db }: Ctx, company: Company, zoneId: number, claims: readonly Claim[]): Promise<void> {
  const { orgId, id: companyId } = company;
  await db
    .delete(serviceZoneAreas)
    .where(and(eq(serviceZoneAreas.orgId, orgId), eq(serviceZoneAreas.serviceZoneId, zoneId)));
  const own = claims.filter(({ serviceZoneId }) => serviceZoneId === zoneId);
  if (own.length > 0) {
    await db
      .insert(serviceZoneAreas)
      .values(own.map(({ serviceZoneId, kind, code }) => ({ orgId, companyId, serviceZoneId, kind, code })));
  }
  await db
    .update(customerServiceZones)
    .set({ version: sql`${customerServiceZones.version} + 1` })
    .where(and(eq(customerServiceZones.orgId, orgId), eq(customerServiceZones.id, zoneId)));
}

/** The company's customers with their ZIP codes, by name. */
async function locate({ db }: Ctx, { orgId, id: companyId }: Company): Promise<Located[]> {
  const rows = await db
    .select({
      id: customers.id,
      name: customers.name,
      address: customers.address,
      licensePostalCode: licenses.postalCode,
      serviceZoneId: customers.serviceZoneId,
      byHand: customers.serviceZoneByHand,
    })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId)))
    .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id));
  return rows.map(({ address, licensePostalCode, ...row }) => ({
    ...row,
    postalCode: postalCodeOf(address, licensePostalCode),
  }));
}

function placed(located: readonly Located[]): CustomerPlace[] {
  const groups = Object.values(
    Object.groupBy(located, ({ postalCode, serviceZoneId }) => `${postalCode ?? '~'} ${serviceZoneId ?? 0}`),
  );
  return groups
    .flatMap((group = []) => {
      const [first] = group;
      if (!first) return [];
      const { postalCode, serviceZoneId } = first;
      return [{ postalCode, serviceZoneId, customerCount: group.length }];
    })
    .sort(
      (a, b) =>
        (a.postalCode ?? '~').localeCompare(b.postalCode ?? '~') || (a.serviceZoneId ?? 0) - (b.serviceZoneId ?? 0),
    );
}

/** Finds zones by these claims. */
async function finderOf({ usState }: Company, claims: readonly Claim[]) {
  return zoneFinder(claims, (await placesOf(usState)).countyOf);
}

async function moveAll(ctx: Ctx, moves: readonly Move[]): Promise<void> {
  const { db, membership, now } = ctx;
  if (moves.length === 0) return;
  const [ids, zones] = [moves.map(({ customer }) => customer.id), moves.map(({ to }) => to)];
  await db.execute(sql`
    update customers set service_zone_id = moved.zone_id, updated_at = ${now}, version = customers.version + 1
      from unnest(${sql.param(ids)}::bigint[], ${sql.param(zones)}::bigint[]) moved(id, zone_id)
     where customers.org_id = ${membership.orgId} and customers.id = moved.id`);
  await tellCustomers(ctx, ids);
}

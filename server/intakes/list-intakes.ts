import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import type { intakes as contract } from '../../domain/intakes/contract';
import type { intakeCounts } from '../../domain/intakes/intake';
import { contains, isOneOf } from '../db/page';
import { transfers } from '../db/schema';
import type { Verb } from '../implement';
import { findLicense, findTransfer, incomingOf, isInNetwork, readIntake, toRow } from './read-intakes';

type Figures = ReturnType<typeof intakeCounts> & {
  id: number;
  waitingThere: number;
  unconfirmedHere: number;
  lastConfirmed: Date | string | null;
};
/** Of a transfer without packages. */
export const NONE: Omit<Figures, 'id'> = {
  packageCount: 0,
  confirmedCount: 0,
  expectedCount: 0,
  notFoundCount: 0,
  hasNotesCount: 0,
  unknownCount: 0,
  acceptedCount: 0,
  rejectedCount: 0,
  waitingThere: 0,
  unconfirmedHere: 0,
  lastConfirmed: null,
};

/** A page of a license’s incoming deliveries, newest first. NOT_FOUND for another’s license. */
export const listIntakes: Verb<typeof contract.list> = async (ctx, { params: { licenseId }, query }) => {
  const { db, membership, now } = ctx;
  const { inNetwork, searchTerm, page, pageSize } = query;
  const { usState } = await findLicense(ctx, licenseId);
  const network = isInNetwork(usState);
  const where = and(
    incomingOf(ctx, licenseId),
    inNetwork === undefined ? undefined : inNetwork ? network : sql`not ${network}`,
    searchTerm ? or(contains([transfers.manifestNumber, transfers.shipperName], searchTerm)) : undefined,
  );
  const found = await db
    .select({ ...getTableColumns(transfers), inNetwork: network })
    .from(transfers)
    .where(where)
    .orderBy(sql`${transfers.modifiedAt} desc, ${transfers.id} desc`)
    .limit(pageSize)
    .offset(page * pageSize);
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from ${transfers} where ${where} limit ${COUNT_CAP + 1}) as matching`);
  const ids = found.map(({ id }) => id);
  const figures = new Map((await figuresOf(db, membership.orgId, ids)).map((one) => [Number(one.id), one]));
  return {
    results: found.map((one) => toRow({ ...one, ...(figures.get(one.id) ?? NONE), id: one.id }, now)),
    resultCount: counted[0]?.count ?? 0,
    page,
  };
};

/** What the packages of transfers add up to, as `intakeCounts` of the domain says of those read one by one. */
export async function figuresOf(
  db: Parameters<typeof readIntake>[0]['db'],
  orgId: number,
  ids: readonly number[],
): Promise<Figures[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<Figures>(sql`
    select coalesce(carried.transfer_id, acted.transfer_id) as id,
           count(carried.label)::int as "packageCount",
           count(acted.confirmed_at)::int as "confirmedCount",
           (count(*) filter (where acted.not_found is not true))::int as "expectedCount",
           (count(*) filter (where acted.not_found))::int as "notFoundCount",
           (count(*) filter (where acted.notes <> ''))::int as "hasNotesCount",
           (count(*) filter (where carried.label is null))::int as "unknownCount",
           (count(*) filter (where carried.state = 'ACCEPTED'))::int as "acceptedCount",
           (count(*) filter (where carried.state in ('REJECTED', 'RETURNED')))::int as "rejectedCount",
           (count(*) filter (where carried.state = 'SHIPPED' and acted.confirmed_at is not null))::int as "waitingThere",
           (count(*) filter (where carried.state = 'ACCEPTED' and acted.confirmed_at is null
              and acted.not_found is not true))::int as "unconfirmedHere",
           max(acted.confirmed_at) as "lastConfirmed"
      from (select * from transfer_packages carrying where carrying.org_id = ${orgId}
               and ${isOneOf(sql`carrying.transfer_id`, ids)}) as carried
      full join (select * from intake_packages acting where acting.org_id = ${orgId}
               and ${isOneOf(sql`acting.transfer_id`, ids)}) as acted
        on acted.org_id = carried.org_id and acted.transfer_id = carried.transfer_id and acted.label = carried.label
     where carried.left_at is null
     group by 1`);
  return rows;
}

/** One intake with its packages. NOT_FOUND. */
export const getIntake: Verb<typeof contract.get> = async (ctx, { params }) =>
  readIntake(ctx, await findTransfer(ctx, params));

/** Hides shipped quantities until packages are counted, or shows them. NOT_FOUND. */
export const setBlind: Verb<typeof contract.setBlind> = async (ctx, { params, body: { isBlind } }) => {
  const transfer = await findTransfer(ctx, params, true);
  if (transfer.isBlind !== isBlind) {
    const own = and(eq(transfers.orgId, transfer.orgId), eq(transfers.id, transfer.id));
    await ctx.db.update(transfers).set({ isBlind }).where(own);
    const { manifestNumber } = transfer;
    await ctx.audit({
      id: transfer.id,
      before: { manifestNumber, isBlind: !isBlind },
      after: { manifestNumber, isBlind },
    });
    await ctx.publish({ topic: 'intakes', kind: 'changed', id: transfer.id, orgIds: [transfer.orgId] });
  }
  return readIntake(ctx, { ...transfer, isBlind });
};

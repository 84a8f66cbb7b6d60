import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import type { intakes as contract } from '../../domain/intakes/contract';
import type { IntakeRow, intakeCounts } from '../../domain/intakes/intake';
import type { Ctx } from '../context';
import { contains, isOneOf } from '../db/page';
import { licenses, transfers } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { findLicense, findTransfer, incomingOf, isInNetwork, readIntake, type Transfer, toRow } from './read-intakes';

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
  const { db } = ctx;
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
  return {
    results: await withFigures(ctx, found),
    resultCount: counted[0]?.count ?? 0,
    page,
  };
};

/** Incoming deliveries of any license the reader sees, without their packages. */
export async function readIntakeRows(ctx: Ctx, ids: readonly number[]): Promise<IntakeRow[]> {
  const { db, membership } = ctx;
  const licensesOf = await db
    .select({ id: licenses.id, usState: licenses.usState })
    .from(licenses)
    .where(
      and(
        visibleLicenses(membership),
        sql`${licenses.id} in (select ${transfers.licenseId} from ${transfers}
          where ${transfers.orgId} = ${membership.orgId} and ${isOneOf(transfers.id, ids)})`,
      ),
    );
  const found = await Promise.all(
    licensesOf.map(({ id, usState }) =>
      db
        .select({ ...getTableColumns(transfers), inNetwork: isInNetwork(usState) })
        .from(transfers)
        .where(and(incomingOf(ctx, id), isOneOf(transfers.id, ids))),
    ),
  );
  return withFigures(ctx, found.flat());
}

type FoundTransfer = Transfer & { inNetwork: boolean };

async function withFigures({ db, membership, now }: Ctx, found: readonly FoundTransfer[]): Promise<IntakeRow[]> {
  const ids = found.map(({ id }) => id);
  const figures = new Map((await figuresOf(db, membership.orgId, ids)).map((one) => [Number(one.id), one]));
  return found.map((one) => toRow({ ...one, ...(figures.get(one.id) ?? NONE), id: one.id }, now));
}

/** What the packages of transfers add up to, as `intakeCounts` of the domain says of those read one by one. */
export async function figuresOf(
  db: Parameters<typeof readIntake>[0]['db'],
  orgId: number,
  ids: readonly number[],
): Promise<Figures[]> {
  if (ids.length === 0) return [];
  // Counted apart: few packages are acted on, and joining all there are to them takes most of the call.
  const { rows } = await db.execute<Figures>(sql`
    select transfer.id, coalesce(carried.count, 0) as "packageCount", coalesce(acted.confirmed, 0) as "confirmedCount",
           coalesce(carried.count, 0) + coalesce(acted.unknown, 0) - coalesce(acted.missed, 0) as "expectedCount",
           coalesce(acted.missed, 0) as "notFoundCount", coalesce(acted.noted, 0) as "hasNotesCount",
           coalesce(acted.unknown, 0) as "unknownCount", coalesce(carried.accepted, 0) as "acceptedCount",
           coalesce(carried.rejected, 0) as "rejectedCount", coalesce(acted.waiting, 0) as "waitingThere",
           coalesce(carried.accepted, 0) - coalesce(acted.accepted, 0) as "unconfirmedHere",
           acted.last as "lastConfirmed"
      from unnest(array[${sql.join(
        ids.map((id) => sql`${id}::bigint`),
        sql`, `,
      )}]) as transfer (id)
      left join (
        select carrying.transfer_id, count(*)::int as count,
               (count(*) filter (where carrying.state = 'ACCEPTED'))::int as accepted,
               (count(*) filter (where carrying.state in ('REJECTED', 'RETURNED')))::int as rejected
          from transfer_packages carrying
         where carrying.org_id = ${orgId} and ${isOneOf(sql`carrying.transfer_id`, ids)} and carrying.left_at is null
         group by 1) as carried on carried.transfer_id = transfer.id
      left join (
        select acting.transfer_id, count(acting.confirmed_at)::int as confirmed, max(acting.confirmed_at) as last,
               (count(*) filter (where carrying.label is null))::int as unknown,
               (count(*) filter (where acting.not_found))::int as missed,
               (count(*) filter (where acting.notes <> ''))::int as noted,
               (count(*) filter (where carrying.state = 'SHIPPED' and acting.confirmed_at is not null))::int as waiting,
               (count(*) filter (where carrying.state = 'ACCEPTED'
                  and (acting.confirmed_at is not null or acting.not_found)))::int as accepted
          from intake_packages acting
          left join transfer_packages carrying on carrying.org_id = acting.org_id
           and carrying.transfer_id = acting.transfer_id and carrying.label = acting.label
         where acting.org_id = ${orgId} and ${isOneOf(sql`acting.transfer_id`, ids)} and carrying.left_at is null
         group by 1) as acted on acted.transfer_id = transfer.id`);
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

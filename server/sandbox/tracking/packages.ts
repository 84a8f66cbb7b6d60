import { and, eq, getTableColumns, gt, gte, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import { recordset } from '../../db/recordset';
import { licenses, packages, sandboxPackages, trackingItems } from '../../db/schema';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import type { Fault } from '../faults';
import { numberOf, type recordsOf } from '../records';
import { facilityLicense } from './incoming';
import type { Opens } from './items';
import { beginningOf, envelope, listedUntil, orderOf, pageOf, placeOf, type Query } from './page';

const LISTS = ['active', 'onhold', 'inactive', 'intransit', 'labsamples', 'transferred'] as const;
const FILLED = 'filled';

type Records = ReturnType<typeof recordsOf>;
export type Tools = { db: Db; records: Records; opens: Opens; faults: (request: FastifyRequest) => ReadonlySet<Fault> };
type MovingTools = Tools & { moveOn: (licenseNumber: string) => Promise<void> };

/** Serves the packages of licenses, by list and the time they were last modified. */
export function servePackages(scope: FastifyInstance, api: string, tools: MovingTools): void {
  const { db, records, opens, faults, moveOn } = tools;
  for (const list of LISTS) {
    scope.get<{ Querystring: Query }>(`${api}/packages/v2/${list}`, async (request, reply) => {
      const { query } = request;
      const licenseNumber = query.licenseNumber ?? '';
      if (!(await opens(request, reply, licenseNumber))) return reply;
      await fill(db, records, licenseNumber);
      await moveOn(licenseNumber);
      const on = faults(request);
      const until = listedUntil(on);
      const where = and(
        eq(sandboxPackages.licenseNumber, licenseNumber),
        eq(sandboxPackages.list, list),
        query.lastModifiedStart ? gte(sandboxPackages.modifiedAt, new Date(query.lastModifiedStart)) : undefined,
        query.lastModifiedEnd ? lte(sandboxPackages.modifiedAt, new Date(query.lastModifiedEnd)) : undefined,
        until ? lte(sandboxPackages.modifiedAt, until) : undefined,
      );
      const { size, from } = placeOf(query);
      const rows = await db
        .select({ ...getTableColumns(sandboxPackages), total: sql<number>`count(*) over ()::int` })
        .from(sandboxPackages)
        .where(where)
        .orderBy(orderOf(on, sandboxPackages.id))
        .limit(size)
        .offset(beginningOf(on, from));
      const total = rows[0]?.total ?? (from === 0 ? 0 : await db.$count(sandboxPackages, where));
      return envelope(rows.map(toPackage), total, query);
    });
  }
}

/** Tells one package, and which tags are free. */
export function serveTags(scope: FastifyInstance, api: string, tools: Tools): void {
  const { db, records, opens } = tools;
  scope.get<{ Querystring: Query; Params: { label: string } }>(`${api}/packages/v2/:label`, async (request, reply) => {
    const licenseNumber = request.query.licenseNumber ?? '';
    if (!(await opens(request, reply, licenseNumber))) return reply;
    const [found] = await db.select().from(sandboxPackages).where(ofLicense(licenseNumber, request.params.label));
    return found ? toPackage(found) : reply.status(404).send({ Message: 'No such package.' });
  });

  scope.get<{ Querystring: Query }>(`${api}/tags/v2/package/available`, async (request, reply) => {
    const licenseNumber = request.query.licenseNumber ?? '';
    if (!(await opens(request, reply, licenseNumber))) return reply;
    await fill(db, records, licenseNumber);
    return pageOf(await freeTags(db, licenseNumber), request.query);
  });
}

export const ofLicense = (licenseNumber: string, label: string) =>
  and(eq(sandboxPackages.licenseNumber, licenseNumber), eq(sandboxPackages.label, label));

const FREE_TAGS = 400;

/** The tags a license has ordered and not used yet: those after the highest one in use. */
async function freeTags(db: Db, licenseNumber: string): Promise<{ Id: number; Label: string; TagTypeName: string }[]> {
  const series = `1A40603${String(numberOf(licenseNumber)).padStart(8, '0')}`;
  const used = await db
    .select({ label: sandboxPackages.label })
    .from(sandboxPackages)
    .where(
      and(eq(sandboxPackages.licenseNumber, licenseNumber), sql`starts_with(${sandboxPackages.label}, ${series})`),
    );
  const last = Math.max(0, ...used.map(({ label }) => Number(label.slice(series.length))));
  return Array.from({ length: FREE_TAGS }, (_, n) => ({
    Id: last + n + 1,
    Label: `${series}${String(last + n + 1).padStart(9, '0')}`,
    TagTypeName: 'CannabisPackage',
  }));
}

const toPackage = ({ id, list, label, quantity, data, modifiedAt }: typeof sandboxPackages.$inferSelect) => ({
  Id: id,
  Label: label,
  PackageType: list === 'transferred' ? 'Transferred' : 'Product',
  Quantity: Number(quantity),
  IsOnHold: list === 'onhold',
  ...(data as object),
  MadeOf: undefined,
  LastModified: modifiedAt.toISOString(),
});

/** On the first call about a license, the sandbox has the packages that Verdant has of it, as Verdant last saw them. */
export async function fill(db: Db, records: Records, licenseNumber: string): Promise<void> {
  if (await records.has(FILLED, licenseNumber)) return;
  const [license] = await db
    .select({ id: licenses.id, orgId: licenses.orgId })
    .from(licenses)
    .where(and(eq(licenses.licenseNumber, licenseNumber), isNull(licenses.removedAt)));
  for (let after = 0; license; ) {
    const rows = await packagesOf(db, license, after);
    const values = rows.map((row) => toKept(licenseNumber, row));
    for (let from = 0; from < values.length; from += TOGETHER) {
      const {
        source,
        columns,
        values: some,
      } = recordset('found', sandboxPackages, values.slice(from, from + TOGETHER));
      await db.execute(sql`insert into ${sandboxPackages} (${columns}) select ${some} from ${source}
        on conflict (license_number, label) do nothing`);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.pack.id;
  }
  if (!(await records.has(FILLED, licenseNumber))) await records.add(FILLED, licenseNumber);
}

const TOGETHER = 1_000;
const READ_TOGETHER = 10_000;

const packagesOf = (db: Db, { id, orgId }: { id: number; orgId: number }, after: number) =>
  db
    .select({ pack: packages, item: trackingItems })
    .from(packages)
    .innerJoin(trackingItems, and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, packages.itemId)))
    // Without those that are still to be made there.
    .where(
      and(
        eq(packages.orgId, orgId),
        eq(packages.licenseId, id),
        gt(packages.id, after),
        sql`not (${packages.trackingQuantity} is null and ${packages.sourceLabels} <> '{}')`,
      ),
    )
    .orderBy(packages.id)
    .limit(READ_TOGETHER);

const manifestOf = (recipient: string, at: Date) =>
  String(numberOf(`${recipient} ${at.toISOString().slice(0, 10)}`)).padStart(10, '0');

const LIST_OF: Record<string, string> = { ACTIVE: 'active', ON_HOLD: 'onhold', INACTIVE: 'inactive' };
const named = (unit: string | null) => UNIT_NAMES[unit as TrackingUnit] ?? unit;

const toKept = (licenseNumber: string, { pack, item }: Awaited<ReturnType<typeof packagesOf>>[number]) => ({
  licenseNumber,
  list: pack.seenIn ?? LIST_OF[pack.status] ?? 'active',
  label: pack.label,
  quantity: pack.trackingQuantity ?? pack.quantity,
  data: {
    Item: {
      Id: item.trackingId,
      Name: item.name,
      ProductCategoryName: item.categoryName,
      StrainName: item.strainName,
      UnitOfMeasureName: named(item.unitOfMeasure),
    },
    UnitOfMeasureName: named(pack.trackingUnit ?? pack.unitOfMeasure),
    LabTestingState: pack.labTestState,
    IsTradeSample: pack.isTradeSample,
    SourcePackageLabels: pack.sourceLabels.join(', '),
    LocationId: pack.locationId,
    LocationName: pack.locationName,
    PackagedDate: pack.packagedOn,
    ReceivedDateTime: pack.receivedAt,
    ReceivedFromManifestNumber: pack.manifestNumber,
    ReceivedFromFacilityName: pack.receivedFrom,
    ReceivedFromFacilityLicenseNumber: pack.receivedFrom === null ? null : facilityLicense(pack.receivedFrom),
    // Each day's packages for one recipient leave together.
    ManifestNumber: pack.recipient === null ? null : manifestOf(pack.recipient, pack.lastActivityAt),
    RecipientFacilityName: pack.recipient,
    ItemFromFacilityName: pack.ownerName,
    FinishedDate: pack.finishedOn,
  },
  modifiedAt: pack.trackingModifiedAt ?? pack.lastActivityAt,
});

import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client';
import { sentDeliveries, sentPackages, sentTransfers } from './incoming';
import type { Opens } from './items';
import { envelope, pageOf, placeOf, type Query } from './page';

type Tools = { db: Db; opens: Opens; fill: (licenseNumber: string) => Promise<void> };

/** The manifest a package came or went with; the number is also the transfer's and the delivery's id. */
const MANIFESTS = {
  incoming: sql`data ->> 'ReceivedFromManifestNumber'`,
  outgoing: sql`data ->> 'ManifestNumber'`,
} as const;
type Direction = keyof typeof MANIFESTS;

const STATES: Record<string, string> = { intransit: 'Shipped', transferred: 'Accepted' };

/** Serves transfers, their deliveries and packages, told from what packages say of where they came from and went. */
export function serveTransfers(scope: FastifyInstance, api: string, { db, opens, fill }: Tools): void {
  const served = (path: string, answer: (query: Query, id: number) => Promise<unknown>) =>
    scope.get<{ Querystring: Query; Params: { id?: string } }>(`${api}${path}`, async (request, reply) => {
      const licenseNumber = request.query.licenseNumber ?? '';
      if (!(await opens(request, reply, licenseNumber))) return reply;
      await fill(licenseNumber);
      return answer(request.query, Number(request.params.id) || 0);
    });

  for (const direction of Object.keys(MANIFESTS) as Direction[]) {
    served(`/transfers/v2/${direction}`, async (query) => {
      const told = await transfersOf(db, direction, query);
      const found = [...told, ...(await sentTransfers(db, direction, query))];
      const { size, from } = placeOf(query);
      return envelope(found.slice(from, from + size), found.length, query);
    });
  }
  served('/transfers/v2/rejected', async (query) => pageOf(await sentTransfers(db, 'rejected', query), query));

  served('/transfers/v2/:id/deliveries', async (query, id) => {
    const sent = await sentDeliveries(db, query.licenseNumber ?? '', id);
    if (sent !== null) return pageOf(sent, query);
    const [found] = await rowsOf(db, 'outgoing', query.licenseNumber ?? '', id);
    return pageOf(
      found
        ? [
            {
              Id: id,
              RecipientFacilityName: found.data.RecipientFacilityName,
              RecipientFacilityLicenseNumber: found.data.RecipientFacilityLicenseNumber,
              ShipmentPackageState: STATES[found.list],
            },
          ]
        : [],
      query,
    );
  });

  served('/transfers/v2/deliveries/:id/packages', async (query, id) => {
    const licenseNumber = query.licenseNumber ?? '';
    const sent = await sentPackages(db, licenseNumber, id);
    if (sent !== null) return pageOf(sent, query);
    const incoming = await rowsOf(db, 'incoming', licenseNumber, id);
    const outgoing = await rowsOf(db, 'outgoing', licenseNumber, id);
    const all = [
      ...incoming.map((row) => ({ row, state: 'Accepted' })),
      ...outgoing.map((row) => ({ row, state: STATES[row.list] ?? 'Returned' })),
    ];
    return pageOf(
      all.map(({ row: { id: PackageId, label, quantity, data }, state }) => ({
        PackageId,
        PackageLabel: label,
        ProductName: data.Item?.Name,
        ShippedQuantity: Number(quantity),
        ShippedUnitOfMeasureName: data.UnitOfMeasureName,
        LabTestingState: data.LabTestingState,
        ShipmentPackageState: state,
      })),
      query,
    );
  });
}

type Row = {
  id: number;
  list: string;
  label: string;
  quantity: string;
  data: {
    Item?: { Name: string };
    UnitOfMeasureName?: string;
    LabTestingState?: string;
    RecipientFacilityName?: string;
    RecipientFacilityLicenseNumber?: string;
  };
};

async function rowsOf(db: Db, direction: Direction, licenseNumber: string, id: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, list, label, quantity, data from sandbox_packages
     where license_number = ${licenseNumber} and ${numbered(direction)} = ${id} and ${isTold} order by id`);
  return rows;
}

/** Not of a transfer that has a record of its own. */
const isTold = sql`data ->> 'IsOfTransfer' is null`;

const numbered = (direction: Direction): SQL => sql`nullif(${MANIFESTS[direction]}, '')::bigint`;

async function transfersOf(db: Db, direction: Direction, query: Query) {
  const { licenseNumber = '', lastModifiedStart, lastModifiedEnd } = query;
  const { rows } = await db.execute<{
    id: string;
    manifest: string;
    packages: number;
    modified: Date | string;
    data: Record<string, string | undefined>;
  }>(sql`
    select * from (
      select ${numbered(direction)} as id, min(${MANIFESTS[direction]}) as manifest, count(*)::int as packages,
             max(modified_at) as modified, (array_agg(data order by id))[1] as data
        from sandbox_packages
       where license_number = ${licenseNumber} and ${numbered(direction)} is not null and ${isTold} group by 1) as found
     where (${lastModifiedStart ?? null}::timestamptz is null or modified >= ${lastModifiedStart ?? null}::timestamptz)
       and (${lastModifiedEnd ?? null}::timestamptz is null or modified <= ${lastModifiedEnd ?? null}::timestamptz)
     order by id`);
  const isIncoming = direction === 'incoming';
  return rows.map(({ id, manifest, packages, modified, data }) => ({
    Id: Number(id),
    ManifestNumber: manifest,
    ShipperFacilityName: isIncoming ? data.ReceivedFromFacilityName : data.ItemFromFacilityName,
    ShipperFacilityLicenseNumber: isIncoming ? data.ReceivedFromFacilityLicenseNumber : licenseNumber,
    DeliveryId: isIncoming ? Number(id) : 0,
    DeliveryCount: 1,
    PackageCount: packages,
    // Without a zone, as they write it.
    EstimatedDepartureDateTime: data.PackagedDate ? `${data.PackagedDate}T08:00:00.000` : null,
    ReceivedDateTime: isIncoming ? (data.ReceivedDateTime ?? null) : null,
    LastModified: new Date(modified).toISOString(),
  }));
}

import { and, asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client';
import { sandboxPackages, sandboxRecords } from '../../db/schema';
import { type Html, html } from '../../mail/html';
import { act } from '../page';
import { numberOf } from '../records';
import type { Query } from './page';

/** Records of transfers on their way to a license, which is their subject. */
export const TRANSFER = 'transfer';

type PackageState = 'Shipped' | 'Accepted' | 'Rejected';

/** A transfer on its way to a license: its number is also the transfer’s and the delivery’s id. */
export type SandboxTransfer = {
  ManifestNumber: string;
  ShipperFacilityName: string;
  ShipperFacilityLicenseNumber: string;
  RecipientFacilityName: string;
  EstimatedDepartureDateTime: string;
  ReceivedDateTime: string | null;
  IsVoided: boolean;
  LastModified: string;
  packages: {
    PackageId: number;
    PackageLabel: string;
    ProductName: string;
    ShippedQuantity: number;
    ShippedUnitOfMeasureName: string;
    ReceivedQuantity: number | null;
    LabTestingState: string;
    ShipmentPackageState: PackageState;
  }[];
};

type Kept = { id: number; subject: string; data: SandboxTransfer };

const kept = (where: Parameters<typeof and>[0]) =>
  and(eq(sandboxRecords.standIn, 'tracking'), eq(sandboxRecords.kind, TRANSFER), where);

async function recordsWhere(db: Db, where: Parameters<typeof and>[0]): Promise<Kept[]> {
  const rows = await db.select().from(sandboxRecords).where(kept(where)).orderBy(asc(sandboxRecords.id));
  return rows.map(({ id, subject, data }) => ({ id, subject, data: data as SandboxTransfer }));
}

const idOf = ({ ManifestNumber }: SandboxTransfer) => Number(ManifestNumber);

const fromLicense = (licenseNumber: string) =>
  sql`${sandboxRecords.data} ->> 'ShipperFacilityLicenseNumber' = ${licenseNumber}`;

/** Transfers to a license or from it, or those from it that were rejected, as their lists tell them. */
export async function sentTransfers(
  db: Db,
  list: 'incoming' | 'outgoing' | 'rejected',
  query: Query,
): Promise<object[]> {
  const { licenseNumber = '', lastModifiedStart, lastModifiedEnd } = query;
  const found = await recordsWhere(
    db,
    list === 'incoming' ? eq(sandboxRecords.subject, licenseNumber) : fromLicense(licenseNumber),
  );
  const isMeant = ({ packages }: SandboxTransfer) =>
    list !== 'rejected' || packages.some(({ ShipmentPackageState }) => ShipmentPackageState === 'Rejected');
  const isWithin = ({ LastModified: at }: SandboxTransfer) =>
    (!lastModifiedStart || new Date(at) >= new Date(lastModifiedStart)) &&
    (!lastModifiedEnd || new Date(at) <= new Date(lastModifiedEnd));
  return found
    .filter(({ data }) => isMeant(data) && isWithin(data))
    .map(({ subject, data: { packages, ...data } }) => ({
      Id: Number(data.ManifestNumber),
      ...data,
      RecipientFacilityLicenseNumber: subject,
      DeliveryId: Number(data.ManifestNumber),
      DeliveryCount: 1,
      PackageCount: packages.length,
      ReceivedPackageCount: packages.filter(({ ShipmentPackageState }) => ShipmentPackageState === 'Accepted').length,
    }));
}

/** The packages of one of them; null if there is none with this number for the license. */
export async function sentPackages(db: Db, licenseNumber: string, id: number): Promise<object[] | null> {
  const ofEither = sql`(${sandboxRecords.subject} = ${licenseNumber} or ${fromLicense(licenseNumber)})`;
  const found = (await recordsWhere(db, ofEither)).find(({ data }) => idOf(data) === id);
  return found?.data.packages ?? null;
}

/** Where one of a license’s own goes, as its deliveries tell; null if there is none with this number from it. */
export async function sentDeliveries(db: Db, licenseNumber: string, id: number): Promise<object[] | null> {
  const found = (await recordsWhere(db, fromLicense(licenseNumber))).find(({ data }) => idOf(data) === id);
  if (found === undefined) return null;
  const { subject, data } = found;
  return [{ Id: id, RecipientFacilityName: data.RecipientFacilityName, RecipientFacilityLicenseNumber: subject }];
}

/** The tags of everything that was sent to a license. */
export const sentLabels = async (db: Db, licenseNumber: string): Promise<string[]> =>
  (await recordsWhere(db, eq(sandboxRecords.subject, licenseNumber))).flatMap(({ data }) =>
    data.packages.map(({ PackageLabel }) => PackageLabel),
  );

const save = (db: Db, { id }: Kept, data: SandboxTransfer) =>
  db
    .update(sandboxRecords)
    .set({ data: { ...data, LastModified: new Date().toISOString() } })
    .where(eq(sandboxRecords.id, id));

/** What receiving staff, the sender or a driver do with a transfer there. */
export const TRANSFER_ACTS = {
  receive: { label: 'Receive', of: (all: number) => all, state: 'Accepted' },
  'receive-part': { label: 'Receive half', of: (all: number) => Math.ceil(all / 2), state: 'Accepted' },
  reject: { label: 'Reject', of: (all: number) => all, state: 'Rejected' },
} as const;

/** Has packages of a transfer that are still on their way received or rejected. */
async function decide(db: Db, found: Kept, name: keyof typeof TRANSFER_ACTS): Promise<void> {
  const { of, state } = TRANSFER_ACTS[name];
  const { data } = found;
  if (data.IsVoided) return;
  const open = data.packages.filter(({ ShipmentPackageState }) => ShipmentPackageState === 'Shipped');
  const meant = new Set(open.slice(0, of(open.length)));
  const packages = data.packages.map((one) =>
    meant.has(one)
      ? {
          ...one,
          ShipmentPackageState: state,
          ReceivedQuantity: state === 'Accepted' ? one.ShippedQuantity : one.ReceivedQuantity,
        }
      : one,
  );
  const isDone = packages.every(({ ShipmentPackageState }) => ShipmentPackageState !== 'Shipped');
  const now = new Date().toISOString();
  await save(db, found, { ...data, packages, ReceivedDateTime: isDone ? now : data.ReceivedDateTime });
  if (state === 'Accepted' && meant.size > 0) await bringIn(db, found, [...meant], now);
}

/** What was received is the license’s own from then on. */
async function bringIn(db: Db, { subject, data }: Kept, packages: SandboxTransfer['packages'], now: string) {
  await db
    .insert(sandboxPackages)
    .values(
      packages.map((one) => ({
        licenseNumber: subject,
        list: 'active',
        label: one.PackageLabel,
        quantity: String(one.ShippedQuantity),
        data: {
          Item: {
            Id: 90_000_000 + (numberOf(one.ProductName) % 9_000_000),
            Name: one.ProductName,
            ProductCategoryName: 'Buds (prepackaged)',
            StrainName: null,
            UnitOfMeasureName: one.ShippedUnitOfMeasureName,
          },
          UnitOfMeasureName: one.ShippedUnitOfMeasureName,
          LabTestingState: one.LabTestingState,
          ReceivedDateTime: now,
          ReceivedFromManifestNumber: data.ManifestNumber,
          ReceivedFromFacilityName: data.ShipperFacilityName,
          ReceivedFromFacilityLicenseNumber: data.ShipperFacilityLicenseNumber,
          // Its transfer is told from its own record.
          IsOfTransfer: true,
        },
      })),
    )
    .onConflictDoNothing();
}

/** The sender takes a package off and puts another on. */
async function edit(db: Db, found: Kept): Promise<void> {
  const last = found.data.packages.findLast(({ ShipmentPackageState }) => ShipmentPackageState === 'Shipped');
  if (last === undefined || found.data.IsVoided) return;
  const n = numberOf(`${last.PackageLabel} ${found.data.LastModified}`);
  const added = { ...last, PackageId: 70_000_000 + n, PackageLabel: `1A4060300009${String(n).padStart(12, '0')}` };
  await save(db, found, { ...found.data, packages: [...found.data.packages.filter((one) => one !== last), added] });
}

const SENT = ['Blue Dream Jar', 'Gelato Eighth', 'OG Kush Gram', 'Sour Diesel Pre-roll', 'Mango Live Resin'];

type Sender = { name: string; license: string };
const COLDWATER = 'Coldwater Gardens';

/** The newest license of another organization here, in the state of this one. */
async function neighborOf(db: Db, licenseNumber: string): Promise<Sender | undefined> {
  const { rows } = await db.execute<Sender>(sql`
    select sender.name, sender.license_number as license from licenses own
      join licenses sender on sender.us_state = own.us_state and sender.org_id <> own.org_id and sender.removed_at is null
     where own.license_number = ${licenseNumber} and own.removed_at is null order by sender.id desc limit 1`);
  return rows[0];
}

/** A new transfer of five packages to a license, by default from a business that isn’t here. */
async function send(
  db: Db,
  licenseNumber: string,
  from: Sender = { name: COLDWATER, license: facilityLicense(COLDWATER) },
): Promise<void> {
  const now = new Date();
  const n = numberOf(`${licenseNumber} ${now.toISOString()}`);
  const data: SandboxTransfer = {
    ManifestNumber: String(70_000_000 + (n % 9_000_000)).padStart(10, '0'),
    ShipperFacilityName: from.name,
    ShipperFacilityLicenseNumber: from.license,
    RecipientFacilityName: '',
    EstimatedDepartureDateTime: now.toISOString().slice(0, 23),
    ReceivedDateTime: null,
    IsVoided: false,
    LastModified: now.toISOString(),
    packages: SENT.map((ProductName, at) => ({
      PackageId: 60_000_000 + ((n + at) % 9_000_000),
      PackageLabel: `1A4060300008${String(n * 10 + at).padStart(12, '0')}`,
      ProductName,
      ShippedQuantity: 24 + at,
      ShippedUnitOfMeasureName: 'Each',
      ReceivedQuantity: null,
      LabTestingState: at === 3 ? 'TestFailed' : 'TestPassed',
      ShipmentPackageState: 'Shipped',
    })),
  };
  await db.insert(sandboxRecords).values({ standIn: 'tracking', kind: TRANSFER, subject: licenseNumber, data });
}

/** The number of a facility that is known by its name alone. */
export const facilityLicense = (name: string): string =>
  `C11-${String(numberOf(name) % 10_000_000).padStart(7, '0')}-LIC`;

/** Serves what people do with transfers there, as buttons of the sandbox’s page. */
export function serveTransferActs(scope: FastifyInstance, page: string, db: Db): void {
  const on = (path: string, work: (found: Kept) => Promise<unknown>) =>
    scope.post<{ Body: { subject: string } }>(`${page}/transfer/${path}`, async ({ body }, reply) => {
      const [found] = await recordsWhere(db, eq(sandboxRecords.id, Number(body.subject) || 0));
      if (found) await work(found);
      return reply.redirect(page, 303);
    });
  for (const name of Object.keys(TRANSFER_ACTS) as (keyof typeof TRANSFER_ACTS)[]) {
    on(name, (found) => decide(db, found, name));
  }
  on('void', (found) => save(db, found, { ...found.data, IsVoided: true }));
  on('edit', (found) => edit(db, found));
  scope.post<{ Body: { subject: string } }>(`${page}/transfer/send`, async ({ body }, reply) => {
    await send(db, body.subject);
    return reply.redirect(page, 303);
  });
  scope.post<{ Body: { subject: string } }>(`${page}/transfer/send-here`, async ({ body }, reply) => {
    const sender = await neighborOf(db, body.subject);
    if (sender !== undefined) await send(db, body.subject, sender);
    return reply.redirect(page, 303);
  });
}

const MOST_SHOWN = 50;

/** The transfers on their way, with what can be done with them. */
export async function transferTable(db: Db, page: string): Promise<Html> {
  const found = (await recordsWhere(db, undefined)).toReversed().slice(0, MOST_SHOWN);
  const button = (path: string, label: string, id: number) => act(`${page}/transfer/${path}`, label, String(id));
  return html`<h2>Transfers</h2><div class="card"><table><thead><tr><th>Manifest</th><th>From</th><th>To</th><th>Packages</th><th>At the receiver</th><th>At the sender</th></tr></thead><tbody>
${found.map(
  ({
    id,
    subject,
    data,
  }) => html`<tr><td><code>${data.ManifestNumber}</code></td><td>${data.ShipperFacilityName}</td><td>${subject}</td>
<td>${statesOf(data)}</td>
<td>${Object.entries(TRANSFER_ACTS).map(([name, { label }]) => button(name, label, id))}</td>
<td>${button('edit', 'Exchange a package', id)}${button('void', 'Void', id)}</td></tr>`,
)}</tbody></table></div>`;
}

function statesOf({ packages, IsVoided }: SandboxTransfer): string {
  if (IsVoided) return 'Voided';
  const counts = Map.groupBy(packages, ({ ShipmentPackageState }) => ShipmentPackageState);
  return [...counts].map(([state, all]) => `${all.length} ${state.toLowerCase()}`).join(', ');
}

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { add, compare, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import { sandboxPackages } from '../../db/schema';
import type {
  Adjustment,
  PackageFinish,
  PackageMove,
  PackageReopening,
  PackageWrite,
} from '../../integrations/tracking/tracking-packages';
import { locationsOf } from './items';
import { ofLicense, type Tools } from './packages';
import { pageOf, type Query } from './page';
import { takeEach, takesWrites } from './take-writes';

/** Takes new packages made of others, and other quantities, locations and statuses of packages. */
export function serveWrites(scope: FastifyInstance, api: string, tools: Tools): void {
  const { opens } = tools;
  scope.get<{ Querystring: Query }>(`${api}/packages/v2/adjust/reasons`, async (request, reply) =>
    (await opens(request, reply, request.query.licenseNumber ?? ''))
      ? pageOf(
          REASONS.map((Name) => ({ Name, RequiresNote: false })),
          request.query,
        )
      : reply,
  );
  takesWrites(scope, { method: 'POST', url: `${api}/packages/v2/`, tagOf }, tools, takeEach(split));
  takesWrites(scope, { method: 'POST', url: `${api}/packages/v2/adjust`, tagOf }, tools, takeEach(adjust));
  takesWrites(scope, { method: 'PUT', url: `${api}/packages/v2/location`, tagOf }, tools, takeEach(move));
  takesWrites(scope, { method: 'PUT', url: `${api}/packages/v2/finish`, tagOf }, tools, takeEach(finish));
  takesWrites(scope, { method: 'PUT', url: `${api}/packages/v2/unfinish`, tagOf }, tools, takeEach(unfinish));
}

const tagOf = (one: { Label: string } | { Tag: string }) => ('Tag' in one ? one.Tag : one.Label);

const lockPackage = async (tx: Db, licenseNumber: string, label: string) => {
  const [found] = await tx.select().from(sandboxPackages).where(ofLicense(licenseNumber, label)).for('update');
  return found;
};

const change = (tx: Db, licenseNumber: string, label: string, list: string, data: object) =>
  tx
    .update(sandboxPackages)
    .set({
      list,
      data: sql`${sandboxPackages.data} || ${JSON.stringify(data)}::jsonb`,
      modifiedAt: sql`clock_timestamp()`,
    })
    .where(ofLicense(licenseNumber, label));

async function move(tx: Db, licenseNumber: string, { Label, Location }: PackageMove): Promise<string | null> {
  const found = await lockPackage(tx, licenseNumber, Label);
  if (found === undefined || found.list === 'inactive') return `${Label} is not an active package.`;
  const location = locationsOf(licenseNumber).find(({ Name }) => Name === Location);
  if (location === undefined) return `${Location} is not a location of this facility.`;
  await change(tx, licenseNumber, Label, found.list, { LocationId: location.Id, LocationName: location.Name });
  return null;
}

async function finish(tx: Db, licenseNumber: string, { Label, ActualDate }: PackageFinish): Promise<string | null> {
  const found = await lockPackage(tx, licenseNumber, Label);
  if (found === undefined || found.list !== 'active') return `${Label} is not an active package.`;
  if (compare(found.quantity, 0) > 0) return `${Label} holds ${found.quantity}; only an empty package can be finished.`;
  await change(tx, licenseNumber, Label, 'inactive', { FinishedDate: ActualDate });
  return null;
}

async function unfinish(tx: Db, licenseNumber: string, { Label }: PackageReopening): Promise<string | null> {
  const found = await lockPackage(tx, licenseNumber, Label);
  if (found === undefined || found.list !== 'inactive') return `${Label} is not a finished package.`;
  await change(tx, licenseNumber, Label, 'active', { FinishedDate: null });
  return null;
}

const REASONS = ['Drying', 'Entry Error', 'Scale Variance', 'Spoilage', 'Theft', 'Waste'];

async function adjust(tx: Db, licenseNumber: string, one: Adjustment): Promise<string | null> {
  if (!REASONS.includes(one.AdjustmentReason)) return `${one.AdjustmentReason} is no reason for an adjustment.`;
  const [found] = await tx.select().from(sandboxPackages).where(ofLicense(licenseNumber, one.Label)).for('update');
  if (found === undefined || found.list !== 'active') return `${one.Label} is not an active package.`;
  const quantity = add(found.quantity, String(one.Quantity));
  if (compare(quantity, 0) < 0) return `${one.Label} holds only ${found.quantity}.`;
  await tx
    .update(sandboxPackages)
    .set({ quantity, modifiedAt: sql`clock_timestamp()` })
    .where(ofLicense(licenseNumber, one.Label));
  return null;
}

/** Makes a package of others; why not, or null. */
async function split(tx: Db, licenseNumber: string, one: PackageWrite): Promise<string | null> {
  const [taken] = await tx.select().from(sandboxPackages).where(ofLicense(licenseNumber, one.Tag));
  if (taken) return `The tag ${one.Tag} is in use.`;
  let data = {};
  for (const { Package, Quantity, UnitOfMeasure } of one.Ingredients) {
    const [source] = await tx.select().from(sandboxPackages).where(ofLicense(licenseNumber, Package)).for('update');
    if (source === undefined || source.list !== 'active') return `${Package} is not an active package.`;
    const its = source.data as { UnitOfMeasureName: string };
    if (its.UnitOfMeasureName !== UnitOfMeasure) return `${Package} is measured in ${its.UnitOfMeasureName}.`;
    const left = subtract(source.quantity, String(Quantity));
    if (compare(left, 0) < 0) return `${Package} holds only ${source.quantity} ${UnitOfMeasure}.`;
    await tx
      .update(sandboxPackages)
      .set({ quantity: left, modifiedAt: sql`clock_timestamp()` })
      .where(ofLicense(licenseNumber, Package));
    data = { ...its, SourcePackageLabels: Package, IsTradeSample: one.IsTradeSample, PackagedDate: one.ActualDate };
  }
  await tx.insert(sandboxPackages).values({
    licenseNumber,
    list: 'active',
    label: one.Tag,
    quantity: String(one.Quantity),
    data: { ...data, UnitOfMeasureName: one.UnitOfMeasure },
  });
  return null;
}

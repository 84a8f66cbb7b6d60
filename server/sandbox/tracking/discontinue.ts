import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { compare, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import { sandboxHarvests, sandboxPackages } from '../../db/schema';
import { refusesWrite } from '../faults';
import { fill, type Tools } from './packages';
import type { Query } from './page';

/** What a package of harvests took of each, in the harvest's unit, and what it held then. */
export type MadeOf = { quantity: string; of: { id: number; weight: string }[] };

/** Discontinues packages that were made of harvests, as long as they are as they were made. */
export function serveDiscontinuing(scope: FastifyInstance, api: string, { db, records, opens, faults }: Tools): void {
  scope.delete<{ Querystring: Query; Params: { id: string } }>(`${api}/packages/v2/:id`, async (request, reply) => {
    const licenseNumber = request.query.licenseNumber ?? '';
    if (!(await opens(request, reply, licenseNumber))) return reply;
    await fill(db, records, licenseNumber);
    if (refusesWrite(faults(request), [], reply)) return reply;
    const why = await db.transaction((tx) => discontinue(tx, licenseNumber, Number(request.params.id) || 0));
    if (why !== null) return reply.status(400).send({ Message: why });
    if (faults(request).has('mute')) return reply.status(504).send({ Message: 'No answer in time.' });
    return {};
  });
}

async function discontinue(tx: Db, licenseNumber: string, id: number): Promise<string | null> {
  const ofId = and(eq(sandboxPackages.licenseNumber, licenseNumber), eq(sandboxPackages.id, id));
  const [own] = await tx.select().from(sandboxPackages).where(ofId).for('update');
  if (own === undefined) return `${id} is no package of this facility.`;
  const { label, list } = own;
  const data = own.data as { LabTestingState?: string; MadeOf?: MadeOf };
  if (data.MadeOf === undefined) return `${label} was not made of a harvest.`;
  if (list === 'intransit' || list === 'transferred') return `${label} is in a transfer.`;
  if (list !== 'active') return `${label} is not an active package.`;
  if (!['NotSubmitted', 'SubmittedForTesting'].includes(data.LabTestingState ?? 'NotSubmitted'))
    return `${label} has lab results.`;
  const [child] = await tx
    .select({ label: sandboxPackages.label })
    .from(sandboxPackages)
    .where(
      and(
        eq(sandboxPackages.licenseNumber, licenseNumber),
        sql`${sandboxPackages.data} ->> 'SourcePackageLabels' like ${`%${label}%`}`,
      ),
    )
    .limit(1);
  if (child !== undefined || compare(own.quantity, data.MadeOf.quantity) !== 0)
    return `${label} was changed since it was made.`;
  for (const { id: harvestId, weight } of data.MadeOf.of) {
    const [harvest] = await tx.select().from(sandboxHarvests).where(eq(sandboxHarvests.id, harvestId)).for('update');
    if (harvest === undefined || harvest.list !== 'active') return `A harvest of ${label} is finished.`;
    await tx
      .update(sandboxHarvests)
      .set({
        packaged: subtract(harvest.packaged, weight),
        packageCount: harvest.packageCount - 1,
        modifiedAt: sql`clock_timestamp()` as never,
      })
      .where(eq(sandboxHarvests.id, harvestId));
  }
  await tx
    .update(sandboxPackages)
    .set({
      list: 'inactive',
      quantity: '0',
      data: sql`${sandboxPackages.data} || ${JSON.stringify({ ArchivedDate: new Date().toISOString().slice(0, 10) })}::jsonb`,
      modifiedAt: sql`clock_timestamp()` as never,
    })
    .where(ofId);
  return null;
}

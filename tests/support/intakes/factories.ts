import type { TransferState } from '../../../domain/inventory/packages/package';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { only, type SellerFixture, unique } from '../organization/factories';

type Carried = Partial<typeof schema.transferPackages.$inferInsert> & { state?: TransferState };

/** A tag that nothing has yet. */
export const newTag = () => `1A406030000INTAKE${String(unique()).padStart(7, '0')}`;

/** An incoming delivery on its way, of packages whose lab tests passed unless the values say otherwise. */
export async function makeIntake(
  db: Db,
  { org, license }: Pick<SellerFixture, 'org' | 'license'>,
  {
    carries = [{}, {}, {}],
    ...values
  }: Partial<typeof schema.transfers.$inferInsert> & { carries?: readonly Carried[] } = {},
) {
  const n = unique();
  const at = new Date();
  const transfer = only(
    await db
      .insert(schema.transfers)
      .values({
        orgId: org.id,
        licenseId: license.id,
        trackingId: 500_000 + n,
        deliveryId: 500_000 + n,
        direction: 'INCOMING',
        manifestNumber: String(8_000_000 + n).padStart(10, '0'),
        shipperName: 'Lost Coast Cultivation',
        shipperLicense: 'CCL18-0000512',
        packageCount: carries.length,
        departedAt: at,
        modifiedAt: at,
        seenAt: at,
        packagesReadAt: at,
        ...values,
      })
      .returning(),
  );
  const rows = carries.map((one) => ({
    label: newTag(),
    itemName: 'Blue Dream Jar',
    quantity: '24',
    unitOfMeasure: 'ea',
    state: 'SHIPPED' as const,
    labState: 'TestPassed',
    ...one,
    orgId: org.id,
    transferId: transfer.id,
  }));
  if (rows.length > 0) await db.insert(schema.transferPackages).values(rows);
  return { transfer, labels: rows.map(({ label }) => label), params: { licenseId: license.id, intakeId: transfer.id } };
}

/** Something a person did with a package of an intake. */
export async function makeAct(
  db: Db,
  { orgId, id: transferId }: Pick<typeof schema.transfers.$inferSelect, 'orgId' | 'id'>,
  label: string,
  values: Partial<typeof schema.intakePackages.$inferInsert> = {},
) {
  await db.insert(schema.intakePackages).values({ ...values, orgId, transferId, label });
}

/** An intake of the seller’s for the calls of the contract: packages of which each can do one thing. */
export interface IntakeWorld {
  intakeId: number;
  intakeLabels: Record<'toConfirm' | 'toSet' | 'toCount' | 'counted' | 'untested' | 'stray', string>;
}

/** `colleague` is who counted one of them. */
export async function makeIntakeWorld(db: Db, seller: SellerFixture, colleague: { id: string }): Promise<IntakeWorld> {
  const carries = [{}, {}, {}, {}, { labState: 'NotSubmitted' }];
  const { transfer, labels } = await makeIntake(db, seller, { carries });
  const [toConfirm = '', toSet = '', toCount = '', counted = '', untested = ''] = labels;
  const stray = newTag();
  await makeAct(db, transfer, stray);
  await makeAct(db, transfer, counted, { countedQuantity: '23', countedAt: new Date(), countedBy: colleague.id });
  return { intakeId: transfer.id, intakeLabels: { toConfirm, toSet, toCount, counted, untested, stray } };
}

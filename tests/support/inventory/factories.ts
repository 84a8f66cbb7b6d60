import { and, eq } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Category } from '../../../domain/catalogue/vocabulary';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { type MemberFixture, only, type SellerFixture, unique } from '../organization/factories';

export type ItemFixture = typeof schema.trackingItems.$inferSelect;
type NewPackage = { quantity: string; unit?: TrackingUnit; status?: 'ACTIVE' | 'INACTIVE' | 'ON_HOLD' };

/** A package of an item, of 24 characters. */
export async function makePackage(db: Db, item: ItemFixture, { quantity, unit, status = 'ACTIVE' }: NewPackage) {
  const { orgId, licenseId, id: itemId } = item;
  return only(
    await db
      .insert(schema.packages)
      .values({
        orgId,
        licenseId,
        itemId,
        label: `1A4060300002199${String(unique()).padStart(9, '0')}`,
        quantity,
        unitOfMeasure: unit ?? item.unitOfMeasure,
        status,
        lastActivityAt: new Date(),
      })
      .returning(),
  );
}

/** What the tracking system refused about a package, as the inbox tells it. */
export async function makeRefusal(db: Db, own: typeof schema.packages.$inferSelect, why = 'It is on hold there.') {
  const { orgId, licenseId, id: packageId, label } = own;
  const values = { orgId, licenseId, packageId, label, kind: 'REFUSED', cause: 'REFUSED', ours: 'Finish', theirs: why };
  return only(await db.insert(schema.trackingDifferences).values(values).returning());
}

/** Has the tracking system say another quantity of a package, which is an open difference. */
export async function makeDifference(db: Db, own: typeof schema.packages.$inferSelect, theirs: string) {
  const { orgId, licenseId, id: packageId, label, quantity, unitOfMeasure: unit } = own;
  await db
    .update(schema.packages)
    .set({ trackingQuantity: theirs, trackingUnit: unit, seenAt: new Date(), seenIn: 'active' })
    .where(and(eq(schema.packages.orgId, orgId), eq(schema.packages.id, packageId)));
  const sides = { ours: `${quantity} ${unit}`, theirs: `${theirs} ${unit}` };
  const values = { orgId, licenseId, packageId, label, kind: 'QUANTITY', cause: 'ADJUSTED', ...sides };
  return only(await db.insert(schema.trackingDifferences).values(values).returning());
}

/** An item of the seller's license at the tracking system, by default counted, with packages; mapped to `productId`. */
export async function makeItem(
  db: Db,
  { org, license }: Pick<SellerFixture, 'org' | 'license'>,
  {
    packages = [],
    productId,
    ...values
  }: Partial<Omit<ItemFixture, 'id' | 'orgId' | 'unitOfMeasure' | 'categoryName'>> & {
    unitOfMeasure?: TrackingUnit;
    categoryName?: Category;
    packages?: NewPackage[];
    productId?: number;
  } = {},
): Promise<ItemFixture> {
  const n = unique();
  const item = only(
    await db
      .insert(schema.trackingItems)
      .values({
        orgId: org.id,
        licenseId: license.id,
        trackingId: n,
        name: `Blue Dream Jar ${n}`,
        categoryName: 'Buds (prepackaged)',
        unitOfMeasure: 'ea',
        ...values,
      })
      .returning(),
  );
  for (const one of packages) await makePackage(db, item, one);
  if (productId !== undefined)
    await db.insert(schema.productItems).values({ orgId: org.id, productId, itemId: item.id });
  return item;
}

/** The key a seller's license is synced with, which the sandbox accepts. */
export async function makeLicenseKey(db: Db, { org, license }: Pick<SellerFixture, 'org' | 'license'>): Promise<void> {
  const key = demoTrackingKey(org.id, license.usState);
  const sealedKey = openCredentialEncryption(DEVELOPMENT_CREDENTIALS_KEY).seal(key, places.license(license.id));
  const values = { orgId: org.id, licenseId: license.id, sealedKey, lastFour: key.slice(-4) };
  await db.insert(schema.licenseSyncs).values(values);
}

/** A person's own tracking system key for a state, which the sandbox accepts. */
export async function makeTrackingKey(
  db: Db,
  { org, orgUserId }: Pick<MemberFixture, 'org' | 'orgUserId'>,
  { usState = 'CA', key = demoTrackingKey(org.id, usState) }: { usState?: string; key?: string } = {},
): Promise<void> {
  const sealedKey = openCredentialEncryption(DEVELOPMENT_CREDENTIALS_KEY).seal(key, places.ownKey(orgUserId, usState));
  const values = { orgId: org.id, orgUserId, usState, sealedKey, lastFour: key.slice(-4) };
  await db.insert(schema.trackingKeys).values(values);
}

/** A lab's report on a package, which passed; `findings` by test type. */
export async function makeLabReport(
  db: Db,
  { orgId, id: packageId, label }: Pick<typeof schema.packages.$inferSelect, 'orgId' | 'id' | 'label'>,
  {
    performed = '2026-11-01',
    passed = true,
    hasLead = !passed,
    documentId = 7,
  }: { performed?: string; passed?: boolean; hasLead?: boolean; documentId?: number } = {},
): Promise<void> {
  const finding = { isInformational: false, comment: '', passed: true };
  await db.insert(schema.labReports).values({
    orgId,
    packageId,
    performed,
    labLicense: 'C8-0000064-LIC',
    documentId,
    labName: 'Clearwater Analytics',
    sourceLabel: label,
    passed,
    isRevoked: false,
    findings: [
      { ...finding, name: 'Total THC', unit: '%', group: 'CANNABINOIDS', level: '24.31' },
      { ...finding, name: 'Lead', unit: 'ppm', group: 'METALS', level: '0.1', passed: !hasLead },
    ],
    seenAt: new Date(),
  });
  await db
    .update(schema.packages)
    .set({ labTestState: passed ? 'TestPassed' : 'TestFailed', labReadAt: new Date() })
    .where(and(eq(schema.packages.orgId, orgId), eq(schema.packages.id, packageId)));
}

/** A transfer that brought a package, which lies at a place with the package's own number. */
export async function makeTransfer(
  db: Db,
  { orgId, licenseId, id, label, quantity, unitOfMeasure }: typeof schema.packages.$inferSelect,
) {
  const modifiedAt = new Date();
  const values = {
    orgId,
    licenseId,
    trackingId: id,
    direction: 'INCOMING',
    manifestNumber: String(id).padStart(10, '0'),
    shipperName: 'Lost Coast Cultivation',
    shipperLicense: 'CCL18-0000512',
    modifiedAt,
    seenAt: modifiedAt,
    packagesReadAt: modifiedAt,
  };
  const transfer = only(await db.insert(schema.transfers).values(values).returning());
  await db.insert(schema.transferPackages).values({
    orgId,
    transferId: transfer.id,
    label,
    itemName: 'Blue Dream Jar',
    quantity,
    unitOfMeasure,
    state: 'ACCEPTED',
  });
  await db
    .update(schema.packages)
    .set({ locationId: id, locationName: 'Vault', ownerName: 'Lost Coast Cultivation' })
    .where(and(eq(schema.packages.orgId, orgId), eq(schema.packages.id, id)));
  return transfer;
}

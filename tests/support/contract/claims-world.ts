import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import {
  licenseCodes,
  licenseDisputes,
  licenseProofs,
  registeredLicenses,
  registerImports,
} from '../../../server/db/schema';
import { makeLicense, only, type SellerFixture, type UserFixture } from '../factories';

/** What the seller did to prove licenses, or to dispute those of others. */
export interface ClaimsWorld {
  claims: {
    /** Open disputes of the seller’s. */
    disputeIds: { own: number; upheld: number; dismissed: number };
    /** A number that another organization has, which nobody disputes. */
    takenNumber: string;
    /** Unproven licenses of the seller’s: one that the register has an email for, one with a mailed code, one with neither. */
    licenseIds: { registered: number; coded: number; plain: number };
    proofIds: { accepted: number; declined: number };
  };
}

export const CODE = '123456';
const PDF = Buffer.from('%PDF-1.4 proof');

type Of = { seller: SellerFixture; staff: UserFixture };

export async function makeClaimsWorld(db: Db, { seller, staff }: Of, other: SellerFixture): Promise<ClaimsWorld> {
  const { org, owner } = seller;
  const dispute = async () => {
    const { id: licenseId, licenseNumber } = await makeLicense(db, other);
    const values = { orgId: org.id, usState: 'CA', licenseNumber, licenseId, reason: 'The number is on our wall' };
    const made = await db
      .insert(licenseDisputes)
      .values({ ...values, document: PDF, disputedByUserId: owner.user.id })
      .returning();
    return only(made).id;
  };
  const proof = async () => {
    const { id: licenseId } = await makeLicense(db, seller);
    const sent = { sentByUserId: owner.user.id, sentAt: new Date() };
    return only(
      await db
        .insert(licenseProofs)
        .values({ orgId: org.id, licenseId, document: PDF, ...sent })
        .returning(),
    ).id;
  };
  const registered = await makeLicense(db, seller);
  const imported = { usState: 'CA', fileName: 'register.csv', asOf: '2026-01-01', columns: {}, rows: 1 };
  const { id: importId } = only(
    await db
      .insert(registerImports)
      .values({ ...imported, createdByUserId: staff.id })
      .returning(),
  );
  await db.insert(registeredLicenses).values({
    usState: 'CA',
    licenseNumber: registered.licenseNumber,
    name: registered.name,
    email: 'owner@registered.example',
    listedOn: '2026-01-01',
    importId,
  });
  const coded = await makeLicense(db, seller);
  const { id: codeId } = only(
    await db
      .insert(licenseCodes)
      .values({
        orgId: org.id,
        licenseId: coded.id,
        codeHash: '',
        email: 'owner@registered.example',
        expiresAt: new Date(Date.now() + 600_000),
      })
      .returning(),
  );
  const codeHash = createHash('sha256').update(`${codeId} ${CODE}`).digest('hex');
  await db.update(licenseCodes).set({ codeHash }).where(eq(licenseCodes.id, codeId));
  return {
    claims: {
      disputeIds: { own: await dispute(), upheld: await dispute(), dismissed: await dispute() },
      takenNumber: (await makeLicense(db, other)).licenseNumber,
      licenseIds: { registered: registered.id, coded: coded.id, plain: (await makeLicense(db, seller)).id },
      proofIds: { accepted: await proof(), declined: await proof() },
    },
  };
}

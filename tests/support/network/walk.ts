import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FeatureMap } from '../../../domain/access/features';
import type { Db } from '../../../server/db/client';
import { brands, labReports, packages, partnerBrands, sharedBrands } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../app';
import { makePartner } from '../brands/factories';
import { makeOffer } from '../deals/factories';
import {
  type BuyerFixture,
  makeBuyer,
  makeItem,
  makeLabReport,
  makeLicense,
  makeMember,
  makeOrg,
  makeSeller,
  type SellerFixture,
} from '../factories';
import { makePackage } from '../inventory/factories';
import { readOnly } from '../permissions';
import { makeShare } from './factories';

export const SIDES = ['owner', 'partner', 'holder', 'stranger'] as const;
export type Side = (typeof SIDES)[number];

/** Whose answers are compared: with everything, with the brand, with no brand, and with the brand but not the feature. */
export const ROLES = ['admin', 'withBrand', 'withoutBrand', 'withoutFeature'] as const;
export type Role = (typeof ROLES)[number];

const DAY_MS = 86_400_000;
const ago = () => new Date(Date.now() - DAY_MS);
const ahead = () => new Date(Date.now() + DAY_MS);

type Values<T extends { $inferInsert: object }> = Partial<T['$inferInsert']> | null;
const asked = (expiresAt: Date) => ({ status: 'REQUESTED' as const, requestedAt: ago(), expiresAt });

/** Everything that can become of a partner’s consent, as it is stored, and what it grants. */
export const PARTNER_STEPS: Record<string, { row: () => Values<typeof partnerBrands>; grants?: 'work' | 'view' }> = {
  none: { row: () => null },
  requested: { row: () => ({ ...asked(ahead()), canViewPackages: true }) },
  lapsed: { row: () => ({ ...asked(ago()), canViewPackages: true }) },
  declined: { row: () => ({ status: 'REFUSED', canViewPackages: true }) },
  withdrawn: { row: () => ({ status: 'RESCINDED', canViewPackages: true }) },
  agreed: { row: () => ({ status: 'ACCEPTED' }), grants: 'work' },
  seesPackages: { row: () => ({ status: 'ACCEPTED', canViewPackages: true }), grants: 'view' },
  endsLater: { row: () => ({ status: 'ACCEPTED', canViewPackages: true, endsAt: ahead() }), grants: 'view' },
  pastItsDay: { row: () => ({ status: 'ACCEPTED', canViewPackages: true, endsAt: ago() }) },
  ended: { row: () => ({ status: 'ENDED', canViewPackages: true, endedAt: ago() }) },
};

/** The same of a shared brand. */
export const SHARE_STEPS: Record<string, { row: () => Values<typeof sharedBrands>; grants?: 'view' }> = {
  none: { row: () => null },
  requested: { row: () => asked(ahead()) },
  lapsed: { row: () => asked(ago()) },
  declined: { row: () => ({ status: 'REFUSED' }) },
  withdrawn: { row: () => ({ status: 'RESCINDED' }) },
  disabled: { row: () => ({ status: 'SHARED', enabled: false }) },
  enabled: { row: () => ({ status: 'SHARED' }), grants: 'view' },
  endsLater: { row: () => ({ status: 'SHARED', endsAt: ahead() }), grants: 'view' },
  pastItsDay: { row: () => ({ status: 'SHARED', endsAt: ago() }) },
  ended: { row: () => ({ status: 'ENDED', endedAt: ago() }) },
};

export type WalkOrg = SellerFixture & Pick<BuyerFixture, 'buyerCompany' | 'buyerLicense'> & { buyer: BuyerFixture };

/** Four organizations, two consents for the owner’s brand, and rows of everybody marked so that they are known anywhere. */
export async function makeWalk(app: TestApp) {
  const { db } = app.database;
  const orgs = {} as Record<Side, WalkOrg>;
  for (const side of SIDES) orgs[side] = await makeWalker(db, side);
  const { owner, holder } = orgs;
  const brandId = owner.brand.id;
  const held = await mark(db, owner, brandId, 'OWNR');
  const other = await mark(db, owner, null, 'OWNX');
  const shared = await mark(db, holder, brandId, 'HLDR');
  const second = { org: holder.org, license: await makeLicense(db, holder) };
  const elsewhere = await mark(db, second, brandId, 'HLDE');
  const own = await mark(db, holder, holder.brand.id, 'HLDX');
  const callers = {} as Record<Side, Record<Role, TestCaller>>;
  for (const side of SIDES) callers[side] = await rolesOf(app, orgs[side], brandId);
  return { orgs, brandId, held, other, shared, elsewhere, own, callers };
}
export type Walk = Awaited<ReturnType<typeof makeWalk>>;

async function makeWalker(db: Db, side: Side): Promise<WalkOrg> {
  const org = await makeOrg(db, { name: `Walk ${side}` });
  const seller = await makeSeller(db, { org });
  const buyer = await makeBuyer(db, { org });
  await makeOffer(db, seller, { audience: 'PARTNERS', productName: dealOf(side) });
  return { ...seller, buyer, buyerCompany: buyer.buyerCompany, buyerLicense: buyer.buyerLicense };
}

export const dealOf = (side: Side) => `CANARY-deal-of-${side}`;
/** The name `makeSeller` gives the distributor of an organization. */
export const distributorOf = (side: Side) => `Walk ${side} Distribution`;

/** A tested package in stock with words of its holder about it, marked. */
async function mark(db: Db, at: Pick<SellerFixture, 'org' | 'license'>, brandId: number | null, word: string) {
  const item = await makeItem(db, at, { brandId, name: `CANARY-item-${word}`, notes: `CANARY-note-${word}` });
  const { id, orgId } = await makePackage(db, item, { quantity: '120' });
  const label = `1A4CANARY${word}`.padEnd(24, '0');
  const own = and(eq(packages.orgId, orgId), eq(packages.id, id));
  await db
    .update(packages)
    .set({ label, notes: `CANARY-note-${word}` })
    .where(own);
  await makeLabReport(db, { orgId, id, label });
  await db
    .update(labReports)
    .set({ labName: `CANARY-lab-${word}` })
    .where(and(eq(labReports.orgId, orgId), eq(labReports.packageId, id)));
  return { id, label, item: item.name, lab: `CANARY-lab-${word}`, note: `CANARY-note-${word}` };
}

const FEATURES: FeatureMap = {
  INVENTORY: readOnly,
  ITEM_BRANDING: readOnly,
  OFFERS: readOnly,
  BROWSE_ORDERS: readOnly,
  PURCHASE_ORDERS: readOnly,
  EDIT_ORGANIZATION: readOnly,
};

async function rolesOf(app: TestApp, of: WalkOrg, brandId: number): Promise<Record<Role, TestCaller>> {
  const licenseIds = [of.license.id, of.buyer.license.id];
  const custom = async (features: FeatureMap, brandIds: number[]) => {
    const assigned = { features, brandIds, licenseIds, companyIds: [of.company.id] };
    return app.as((await makeMember(app.database.db, of.org, assigned)).user, of.org);
  };
  const all = { ...FEATURES, ITEM_OWNERS: readOnly };
  return {
    admin: await app.as(of.owner.user, of.org),
    withBrand: await custom(all, [brandId]),
    withoutBrand: await custom(all, []),
    withoutFeature: await custom(FEATURES, [brandId]),
  };
}

/** Makes the two consents what they are in a step of each; a row is written anew, as nothing but the row decides. */
export async function setConsents(db: Db, { orgs, brandId }: Walk, partnerStep: string, shareStep: string) {
  const sides = [orgs.partner.org.id, orgs.holder.org.id];
  await db.delete(partnerBrands).where(and(inArray(partnerBrands.orgId, sides), eq(partnerBrands.brandId, brandId)));
  await db.delete(sharedBrands).where(and(inArray(sharedBrands.orgId, sides), eq(sharedBrands.brandId, brandId)));
  const [partner, share] = [PARTNER_STEPS[partnerStep]?.row(), SHARE_STEPS[shareStep]?.row()];
  if (partner) await makePartner(db, orgs.partner, orgs.owner.brand, { message: MESSAGE, ...partner });
  if (share) await makeShare(db, orgs.holder, orgs.owner.brand, share);
}

/** What a request said. */
export const MESSAGE = 'CANARY-message';

/** Has the brand switched off, or on again. */
export const setDisabled = (db: Db, { brandId }: Walk, disabled: boolean) =>
  db.update(brands).set({ disabled, updatedAt: sql`now()` }).where(eq(brands.id, brandId));

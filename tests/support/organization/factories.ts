import { and, eq } from 'drizzle-orm';
import type { FeatureMap } from '../../../domain/access/features';
import {
  DEFAULT_FEATURES,
  DEFAULT_ROLE_IDS,
  DEFAULT_ROLE_NAMES,
  type DefaultRoleId,
} from '../../../domain/access/roles';
import type { CompanyType, PlanType } from '../../../domain/access/vocabulary';
import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { UNCLAIMED, type UnclaimedLicense } from '../../../server/sandbox/demo-keys';
import { recordsOf } from '../../../server/sandbox/records';

let made = 0;
/** A number unique in this process. */
export const unique = () => ++made;

/** The inserted row. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('No row came back');
  return row;
}

export type UserFixture = typeof schema.users.$inferSelect;
export type OrgFixture = typeof schema.organizations.$inferSelect;
export type MemberFixture = { user: UserFixture; orgUserId: number; roleId: number; org: OrgFixture };
export type LicenseFixture = typeof schema.licenses.$inferSelect;

/** An organization, or something that belongs to one. */
export type OfOrg = OrgFixture | { org: OrgFixture };
export const orgOf = (owner: OfOrg): OrgFixture => ('org' in owner ? owner.org : owner);

export async function makeUser(db: Db, values: Partial<typeof schema.users.$inferInsert> = {}): Promise<UserFixture> {
  const n = unique();
  return only(
    await db
      .insert(schema.users)
      .values({
        subject: `subject-${n}`,
        email: `person${n}@example.com`,
        emailVerifiedAt: new Date(),
        firstName: 'Robin',
        lastName: `Green ${n}`,
        onboarded: true,
        ...values,
      })
      .returning(),
  );
}

/** An organization with the default roles and flags, by default the one for all sales orders. */
export async function makeOrg(
  db: Db,
  {
    name = `Green Valley ${unique()}`,
    plan = 'ENTERPRISE',
    defaultState = 'CA',
    flags = ['BROWSE_ORDERS'],
  }: Partial<{
    name: string;
    plan: PlanType;
    defaultState: string;
    flags: readonly string[];
  }> = {},
): Promise<OrgFixture> {
  // A cluster may end one of two that write shared tables at once.
  return transact(db, async (tx) => {
    const org = only(await tx.insert(schema.organizations).values({ name, plan, defaultState }).returning());
    if (flags.length > 0) {
      await tx.insert(schema.organizationFlags).values(flags.map((slug) => ({ orgId: org.id, slug })));
    }
    await tx.insert(schema.roles).values(
      DEFAULT_ROLE_IDS.map((defaultRoleId) => ({
        orgId: org.id,
        defaultRoleId,
        name: DEFAULT_ROLE_NAMES[defaultRoleId],
        features: DEFAULT_FEATURES[defaultRoleId],
      })),
    );
    return org;
  });
}

/** A role: a default one by id, else a custom one with these features. */
export async function makeRole(
  db: Db,
  owner: OfOrg,
  { defaultRoleId, features, name }: { defaultRoleId?: DefaultRoleId; features?: FeatureMap; name?: string } = {},
) {
  const org = orgOf(owner);
  if (features !== undefined || defaultRoleId === undefined) {
    const values = { orgId: org.id, name: name ?? `Role ${unique()}`, features: features ?? {} };
    return only(await db.insert(schema.roles).values(values).returning());
  }
  return only(
    await db
      .select()
      .from(schema.roles)
      .where(and(eq(schema.roles.orgId, org.id), eq(schema.roles.defaultRoleId, defaultRoleId))),
  );
}

/**
 * A member of the organization: an owner unless a default role, or a custom role's features, are given. Assignments
 * only apply to a custom role.
 */
export async function makeMember(
  db: Db,
  owner: OfOrg,
  options: {
    defaultRoleId?: DefaultRoleId;
    features?: FeatureMap;
    user?: UserFixture;
    licenseIds?: number[];
    brandIds?: number[];
    companyIds?: number[];
    salesRepId?: string;
  } = {},
): Promise<MemberFixture> {
  const org = orgOf(owner);
  const { features, defaultRoleId = 'OWNER', user = await makeUser(db), ...assigned } = options;
  const role = await makeRole(db, org, features === undefined ? { defaultRoleId } : { features });
  const values = { orgId: org.id, userId: user.id, email: user.email, roleId: role.id, ...assigned };
  const { id } = only(await db.insert(schema.orgUsers).values(values).returning());
  return { user, orgUserId: id, roleId: role.id, org };
}

export async function makeLicense(
  db: Db,
  owner: OfOrg,
  {
    usState = 'CA',
    licenseType = 'RETAILER',
    ...values
  }: Partial<Omit<LicenseFixture, 'id' | 'orgId' | 'licenseType'>> & {
    licenseType?: CompanyType;
  } = {},
): Promise<LicenseFixture> {
  const org = orgOf(owner);
  const number = String(unique()).padStart(7, '0');
  return only(
    await db
      .insert(schema.licenses)
      .values({
        orgId: org.id,
        licenseNumber: `C11-${number}-LIC`,
        name: `${org.name} ${usState}`,
        licenseeName: `${org.name} LLC`,
        licenseType,
        usState,
        addressLineOne: '100 Main Street',
        city: 'Oakland',
        postalCode: '94612',
        ...values,
      })
      .returning(),
  );
}

/** A license that the organization's key can access at the tracking system sandbox, and nobody has added. */
export async function makeUnclaimed(
  db: Db,
  owner: OfOrg,
  values: Partial<Omit<UnclaimedLicense, 'orgId'>> = {},
): Promise<UnclaimedLicense> {
  const org = orgOf(owner);
  const licenseNumber = `C12-${String(unique()).padStart(7, '0')}-LIC`;
  const data: UnclaimedLicense = {
    orgId: org.id,
    usState: 'CA',
    licenseNumber,
    name: `${org.name} Annex`,
    licenseType: 'MICROBUSINESS',
    ...values,
  };
  await recordsOf(db, 'tracking').add(UNCLAIMED, data.licenseNumber, data);
  return data;
}

/** A selling organization: a company with a license in one state, a brand, a product line, two payment options. */
export async function makeSeller(
  db: Db,
  { state = 'CA', org: given, ...orgValues }: { state?: string; org?: OrgFixture } & Parameters<typeof makeOrg>[1] = {},
) {
  const org = given ?? (await makeOrg(db, { defaultState: state, ...orgValues }));
  const owner = await makeMember(db, org, { defaultRoleId: 'OWNER' });
  const license = await makeLicense(db, org, { usState: state, licenseType: 'DISTRIBUTOR' });
  const of = { orgId: org.id };
  const company = only(
    await db
      .insert(schema.companies)
      .values({
        ...of,
        name: `${org.name} Distribution`,
        companyType: 'DISTRIBUTOR',
        usState: state,
        licenseId: license.id,
      })
      .returning(),
  );
  const paymentOptions = await db
    .insert(schema.companyPaymentOptions)
    .values([
      { ...of, companyId: company.id, name: 'Cash on delivery', dueDays: 0, position: 0 },
      { ...of, companyId: company.id, name: 'Net 30', dueDays: 30, position: 1 },
    ])
    .returning();
  const brand = await makeBrand(db, org, { states: [state] });
  const productLine = only(
    await db
      .insert(schema.productLines)
      .values({ ...of, brandId: brand.id, name: 'Eighths', menuPosition: 0 })
      .returning(),
  );
  return { org, owner, license, company, brand, productLine, paymentOptions };
}
export type SellerFixture = Awaited<ReturnType<typeof makeSeller>>;

export async function makeBrand(db: Db, owner: OfOrg, values: Partial<typeof schema.brands.$inferInsert> = {}) {
  const n = unique();
  return only(
    await db
      .insert(schema.brands)
      .values({
        orgId: orgOf(owner).id,
        name: `Redwood Farms ${n}`,
        slug: `redwood-farms-${n}`,
        states: ['CA'],
        ...values,
      })
      .returning(),
  );
}

/** A buying organization: a buyer company with one license in one state. */
export async function makeBuyer(
  db: Db,
  { state = 'CA', org: given, ...orgValues }: { state?: string; org?: OrgFixture } & Parameters<typeof makeOrg>[1] = {},
) {
  const org =
    given ?? (await makeOrg(db, { name: `Corner Dispensary ${unique()}`, defaultState: state, ...orgValues }));
  const owner = await makeMember(db, org, { defaultRoleId: 'OWNER' });
  const buyerCompany = only(
    await db.insert(schema.buyerCompanies).values({ orgId: org.id, businessLicenseName: org.name }).returning(),
  );
  const { license, buyerLicense } = await makeBuyerLicense(db, { org, buyerCompany }, { state });
  return { org, owner, buyerCompany, license, buyerLicense };
}
export type BuyerFixture = Awaited<ReturnType<typeof makeBuyer>>;

/** Another license of a buyer company. */
export async function makeBuyerLicense(
  db: Db,
  { org, buyerCompany }: Pick<BuyerFixture, 'org' | 'buyerCompany'>,
  { state = 'CA' }: { state?: string } = {},
): Promise<{ license: LicenseFixture; buyerLicense: typeof schema.buyerLicenses.$inferSelect }> {
  const license = await makeLicense(db, org, { usState: state });
  const values = { orgId: org.id, buyerCompanyId: buyerCompany.id, licenseId: license.id };
  return { license, buyerLicense: only(await db.insert(schema.buyerLicenses).values(values).returning()) };
}

/** Another address of a company; a location if it has a display order. */
export async function makeAddress(
  db: Db,
  { org, company }: Pick<SellerFixture, 'org' | 'company'>,
  values: Partial<typeof schema.companyAddresses.$inferInsert> = {},
) {
  const place = { name: `Warehouse ${unique()}`, lineOne: '100 Main Street', city: 'Oakland', usState: 'CA' };
  return only(
    await db
      .insert(schema.companyAddresses)
      .values({ orgId: org.id, companyId: company.id, ...place, postalCode: '94612', ...values })
      .returning(),
  );
}

/** The seller by another company of theirs. */
export async function makeCompany(
  db: Db,
  seller: SellerFixture,
  values: Partial<Pick<SellerFixture['company'], 'name' | 'companyType' | 'usState'>> = {},
): Promise<SellerFixture> {
  const { companyType, usState } = seller.company;
  const of = { orgId: seller.org.id, name: 'Second Company', companyType, usState, ...values };
  return { ...seller, company: only(await db.insert(schema.companies).values(of).returning()) };
}

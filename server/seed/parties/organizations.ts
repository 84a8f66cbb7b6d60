import { planAllows } from '../../../domain/access/plans';
import { DEFAULT_FEATURES, DEFAULT_ROLE_IDS, DEFAULT_ROLE_NAMES } from '../../../domain/access/roles';
import { PlanTypeSchema } from '../../../domain/access/vocabulary';
import { coverPicture, markPicture, paletteOf, portraitPicture, productPicture } from '../pictures/pictures';
import { BUYERS, type BuyerSpec } from '../specs/buyers';
import { BUYER_ROLES, type CustomRole, PEOPLE, SELLER_ROLES } from '../specs/people';
import { type BrandSpec, type CompanySpec, type LicenseSpec, SELLERS, type SellerSpec } from '../specs/sellers';
import { dayOf, daysBefore, nextId, type World } from '../world';
import { addBrandRecords } from './brands';
import { addCompanyRecords } from './companies';
import { addConnections } from './connections';
import { addDirectoryLists } from './directory-lists';
import { addPartners } from './partners';
import { addShares } from './shares';

const FOUNDED_DAYS_AGO = 900;

const PAYMENT_OPTIONS = [
  { name: 'Cash on delivery', dueDays: 0 },
  { name: 'Net 15', dueDays: 15 },
  { name: 'Net 30', dueDays: 30 },
] as const;

/** Organizations, their data and people. Everyone shares one password hash. */
export function addOrganizations(world: World, passwordHash: string): void {
  for (const seller of SELLERS) addSeller(world, seller);
  for (const buyer of BUYERS) addBuyer(world, buyer);
  makeDistributorABuyer(world);
  addPeople(world, passwordHash);
  addCompanyRecords(world);
  addBrandRecords(world);
  addPartners(world);
  addShares(world);
  addDirectoryLists(world);
  addConnections(world);
}

/** An organization's id by its key; sellers come first. */
export function orgIdOf(key: string): number {
  return [...SELLERS, ...BUYERS].findIndex((one) => one.key === key) + 1;
}

/** A seller uses its first brand's logo, a buyer its own. */
const markOf = (spec: SellerSpec | BuyerSpec) => ('brands' in spec ? (spec.brands[0]?.slug ?? spec.key) : spec.key);

function addOrganization(
  { now, rows }: World,
  spec: SellerSpec | BuyerSpec,
  plan: string,
  customRoles: readonly CustomRole[],
): number {
  const orgId = nextId(rows.organizations);
  const createdAt = daysBefore(now, FOUNDED_DAYS_AGO - orgId * 7);
  const profileImageUri = markPicture(markOf(spec));
  rows.organizations.push({
    id: orgId,
    name: spec.name,
    defaultState: spec.defaultState,
    plan,
    profileImageUri,
    createdAt,
  });
  for (const id of DEFAULT_ROLE_IDS) {
    rows.roles.push({
      id: nextId(rows.roles),
      orgId,
      name: DEFAULT_ROLE_NAMES[id],
      features: DEFAULT_FEATURES[id],
      defaultRoleId: id,
      createdAt,
    });
  }
  for (const { name, features } of customRoles) {
    rows.roles.push({ id: nextId(rows.roles), orgId, name, features, defaultRoleId: null, createdAt });
  }
  return orgId;
}

function addLicense(
  { now, rows }: World,
  orgId: number,
  state: string,
  spec: LicenseSpec,
  names: { name: string; licenseeName: string },
): number {
  const id = nextId(rows.licenses);
  const plan = PlanTypeSchema.parse(rows.organizations.find((org) => org.id === orgId)?.plan);
  const isSynced = planAllows(plan, 'tracking-sync');
  // One license in five has no sync yet, so every connection status appears.
  const phase = id % 5;
  const isChecked = isSynced && phase !== 4;
  rows.licenses.push({
    id,
    orgId,
    licenseNumber: spec.number,
    name: names.name,
    dba: names.name === names.licenseeName ? null : names.name,
    licenseeName: names.licenseeName,
    licenseType: spec.type,
    usState: state,
    addressLineOne: spec.street,
    city: spec.city,
    postalCode: spec.zip,
    phone: `(${spec.area}) 555-01${String(10 + id)}`,
    isPublic: true,
    syncNotFound: !isSynced || phase === 4,
    historicalSyncDone: isSynced && phase !== 3 && phase !== 4,
    syncActive: isSynced && phase !== 2 && phase !== 4,
    expiresOn: dayOf(daysBefore(now, -(120 + id * 19))),
    // What no longer syncs was last checked long ago.
    checkedAt: isChecked ? daysBefore(now, phase === 2 ? 41 : 1) : null,
    checkedFrom: isChecked ? 'TRACKING_SYSTEM' : null,
    provenBy: isChecked ? 'KEY' : null,
    provenAt: isChecked ? daysBefore(now, 400) : null,
    createdAt: daysBefore(now, FOUNDED_DAYS_AGO - 5),
  });
  return id;
}

function addSeller(world: World, spec: SellerSpec): void {
  const { now, rows } = world;
  const orgId = addOrganization(world, spec, spec.plan, SELLER_ROLES);
  for (const slug of spec.flags) rows.organizationFlags.push({ orgId, slug });
  for (const company of spec.companies) addCompany(world, orgId, spec, company);
  for (const brand of spec.brands) {
    const id = nextId(rows.brands);
    rows.brands.push({
      id,
      orgId,
      name: brand.name,
      slug: brand.slug,
      tagline: brand.tagline,
      description: brand.description,
      profileImageUri: markPicture(brand.slug),
      coverImageUri: coverPicture(brand.slug),
      states: statesOf(spec, brand),
      featured: brand.featured,
      disabled: false,
      source: 'VERDANT',
      keyPeople: [{ id: 1, ...keyPerson(spec) }],
      locations: [],
      createdAt: daysBefore(now, FOUNDED_DAYS_AGO - 20),
      updatedAt: daysBefore(now, 40),
    });
    if (brand.featured) addGallery(world, id, brand.slug);
  }
}

const GALLERY = [
  ['plant', 'A plant in flower'],
  ['flower', 'A cured bud'],
  ['jar', 'An eighth in its jar'],
] as const;

function addGallery({ rows }: World, brandId: number, slug: string): void {
  for (const [position, [art, alt]] of GALLERY.entries()) {
    const imageUri = productPicture(art, paletteOf(slug));
    rows.brandImages.push({ id: nextId(rows.brandImages), brandId, position, imageUri, alt });
  }
}

const statesOf = (spec: SellerSpec, brand: BrandSpec) =>
  spec.companies.filter((company) => company.brands.includes(brand.slug)).map((company) => company.state);

function keyPerson({ founder, key, companies }: SellerSpec) {
  const area = companies[0]?.license.area ?? '415';
  return { name: founder, title: 'Founder', email: `owner@${key}.example`, phone: `(${area}) 555-0100` };
}

function addCompany(world: World, orgId: number, spec: SellerSpec, company: CompanySpec): void {
  const { now, rows } = world;
  const licenseId = addLicense(world, orgId, company.state, company.license, {
    name: company.name,
    licenseeName: `${spec.name} LLC`,
  });
  const id = nextId(rows.companies);
  rows.companies.push({
    id,
    orgId,
    name: company.name,
    companyType: company.type,
    usState: company.state,
    marketplaceLinkSevered: company.isSevered ?? false,
    licenseId,
    profileImageUri: markPicture(markOf(spec)),
    keyPeople: [{ id: 1, ...keyPerson(spec) }],
    createdAt: daysBefore(now, FOUNDED_DAYS_AGO - 5),
  });
  PAYMENT_OPTIONS.forEach(({ name, dueDays }, position) => {
    rows.companyPaymentOptions.push({
      id: nextId(rows.companyPaymentOptions),
      orgId,
      companyId: id,
      name,
      dueDays,
      position,
    });
  });
}

function addBuyer(world: World, spec: BuyerSpec): void {
  const { now, rows } = world;
  const orgId = addOrganization(world, spec, 'FREE', BUYER_ROLES);
  for (const company of spec.companies) {
    const buyerCompanyId = nextId(rows.buyerCompanies);
    const createdAt = daysBefore(now, FOUNDED_DAYS_AGO - 30);
    rows.buyerCompanies.push({
      id: buyerCompanyId,
      orgId,
      businessLicenseName: company.name,
      dba: company.dba,
      createdAt,
    });
    for (const license of company.licenses) {
      const names = { name: license.store, licenseeName: company.name };
      const licenseId = addLicense(world, orgId, license.state, license, names);
      rows.buyerLicenses.push({ id: nextId(rows.buyerLicenses), orgId, buyerCompanyId, licenseId });
    }
  }
}

/** A distributor buys what it sells: its own license is also a buyer's. */
function makeDistributorABuyer({ now, rows }: World): void {
  const orgId = orgIdOf('tidemark');
  const license = rows.licenses.find((one) => one.orgId === orgId);
  if (!license) throw new Error('the distributor has no license');
  const buyerCompanyId = nextId(rows.buyerCompanies);
  rows.buyerCompanies.push({
    id: buyerCompanyId,
    orgId,
    businessLicenseName: license.licenseeName,
    dba: license.dba ?? null,
    createdAt: daysBefore(now, FOUNDED_DAYS_AGO - 60),
  });
  rows.buyerLicenses.push({ id: nextId(rows.buyerLicenses), orgId, buyerCompanyId, licenseId: license.id });
}

/** Fixed, so a browser's settings for a demo account survive reseeding. */
const userIdOf = (index: number) => `5eed0000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
const connectionCodeOf = (index: number) => `5eed0000-0000-4000-9000-${String(index + 1).padStart(12, '0')}`;

function addPeople(world: World, passwordHash: string): void {
  const { now, rows } = world;
  PEOPLE.forEach((person, index) => {
    const userId = userIdOf(index);
    const createdAt = daysBefore(now, person.onboarded === false ? 1 : FOUNDED_DAYS_AGO - 10);
    rows.users.push({
      id: userId,
      subject: userId,
      email: person.email,
      emailVerifiedAt: createdAt,
      firstName: person.firstName,
      lastName: person.lastName,
      connectionCode: connectionCodeOf(index),
      profileImageUri: portraitPicture(person.firstName),
      onboarded: person.onboarded ?? true,
      isSupport: person.isSupport ?? false,
      createdAt,
      updatedAt: createdAt,
    });
    rows.credentials.push({ userId, passwordHash });
    for (const place of person.places) {
      addPlace(world, { userId, email: person.email, createdAt, ...place });
    }
  });
  addInvitation(world);
}

type NewPlace = (typeof PEOPLE)[number]['places'][number] & { userId: string; email: string; createdAt: Date };

function addPlace({ rows }: World, { org, role: wanted, title, states, userId, email, createdAt }: NewPlace): void {
  const orgId = orgIdOf(org);
  const role = rows.roles.find((one) => one.orgId === orgId && (one.defaultRoleId === wanted || one.name === wanted));
  if (!role) throw new Error(`${org} has no role ${wanted}`);
  const isAssigned = role.defaultRoleId === null;
  const idsOf = <R extends { id: number; orgId: number; usState: string }>(list: readonly R[]) =>
    list
      .filter((one) => isAssigned && one.orgId === orgId && (states?.includes(one.usState) ?? true))
      .map((one) => one.id);
  const id = nextId(rows.orgUsers);
  rows.orgUsers.push({
    id,
    orgId,
    userId,
    email,
    title,
    roleId: role.id,
    licenseIds: idsOf(rows.licenses),
    brandIds: isAssigned ? rows.brands.filter((brand) => brand.orgId === orgId).map((brand) => brand.id) : [],
    companyIds: idsOf(rows.companies),
    salesRepId: wanted.startsWith('Sales') ? `SR-${String(id).padStart(3, '0')}` : null,
    status: 'ACTIVE',
    inviteCode: null,
    inviteExpiresAt: null,
    createdAt,
  });
}

/** An invited person who hasn't accepted yet. */
function addInvitation({ now, rows }: World): void {
  const orgId = orgIdOf('fernhollow');
  const role = rows.roles.find((one) => one.orgId === orgId && one.defaultRoleId === 'USER');
  if (!role) throw new Error('there is no role to invite for');
  rows.orgUsers.push({
    id: nextId(rows.orgUsers),
    orgId,
    userId: null,
    email: 'harvest@fernhollow.example',
    title: 'Harvest lead',
    roleId: role.id,
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    salesRepId: null,
    status: 'INVITED',
    inviteCode: '5eed0000-0000-4000-8000-00000000a001',
    inviteExpiresAt: daysBefore(now, -6),
    createdAt: daysBefore(now, 1),
  });
}

import { claimsOf, postalCodeOf, zoneFinder } from '../../../domain/customers/zone-area';
import { type Random, randomFrom } from '../random';
import { type CompanySpec, SELLERS } from '../specs/sellers';
import { COUNTY_OF, ZONE_AREAS } from '../specs/zones';
import { daysBefore, nextId, type World } from '../world';
import { orgIdOf } from './organizations';

const FIRST = [
  'Green',
  'Copper',
  'Harvest',
  'Golden',
  'Cedar',
  'Blue Door',
  'Juniper',
  'Canyon',
  'Sunset',
  'River',
  'Maple',
  'Wild Fern',
  'High Street',
  'Union',
  'Meadow',
  'Lantern',
  'Old Town',
  'Summit',
  'Prairie',
  'Second Street',
];
const LAST = [
  'Wellness',
  'Collective',
  'Dispensary',
  'Provisions',
  'Cannabis Co.',
  'Leaf Market',
  'Apothecary',
  'Remedies',
  'Garden',
  'Supply',
];
const STREETS = [
  'Main Street',
  'Railroad Avenue',
  'Oak Street',
  'Broadway',
  'Mission Street',
  'Second Avenue',
  'Lincoln Way',
  'Market Street',
  'Cedar Lane',
  'Harbor Boulevard',
];
const TOWNS: Record<string, readonly (readonly [city: string, zip: string, area: string])[]> = {
  CA: [
    ['Oakland', '94612', '510'],
    ['Sacramento', '95814', '916'],
    ['Fresno', '93721', '559'],
    ['Eureka', '95501', '707'],
    ['Los Angeles', '90013', '213'],
    ['San Diego', '92101', '619'],
    ['Long Beach', '90802', '562'],
    ['Palm Springs', '92262', '760'],
    ['San Jose', '95113', '408'],
    ['Santa Ana', '92701', '714'],
  ],
  CO: [
    ['Denver', '80202', '303'],
    ['Aurora', '80012', '720'],
    ['Pueblo', '81003', '719'],
    ['Durango', '81301', '970'],
    ['Grand Junction', '81501', '970'],
  ],
  OR: [
    ['Portland', '97205', '503'],
    ['Eugene', '97401', '541'],
    ['Salem', '97301', '503'],
    ['Medford', '97501', '541'],
    ['Astoria', '97103', '503'],
  ],
  MI: [
    ['Detroit', '48226', '313'],
    ['Grand Rapids', '49503', '616'],
    ['Lansing', '48933', '517'],
    ['Traverse City', '49684', '231'],
    ['Kalamazoo', '49007', '269'],
  ],
};
const DELIVERY = [
  'Rear dock, weekdays 8 to 11',
  'Call 30 minutes ahead',
  'Two people check in. Bring a printed manifest.',
  'No deliveries on Mondays',
  '',
];
const NOTES = [
  'Prefers mixed cases.',
  'Pays on the first Friday of the month.',
  'Wants COAs with the invoice.',
  'Wants to hear about new drops first.',
  '',
];
const STATUSES = ['Prospect', 'Active', 'Key account', 'Inactive'];

/** Customers with statuses, service zones and managers; buyers on the platform are customers by their licenses. */
export function addCustomers(world: World): void {
  const random = randomFrom(420);
  const credit = randomFrom(421);
  const byHand = randomFrom(422);
  for (const seller of SELLERS) {
    const orgId = orgIdOf(seller.key);
    for (const spec of seller.companies) {
      const company = world.rows.companies.find((one) => one.orgId === orgId && one.usState === spec.state);
      if (company) addCompanyCustomers(world, { random, credit, byHand }, { orgId, companyId: company.id, spec });
    }
  }
}

/** Separate random streams, so credit and zones change nothing else in the demo. */
type Draws = { random: Random; credit: Random; byHand: Random };
type Place = { orgId: number; companyId: number; spec: CompanySpec };

function addCompanyCustomers(world: World, { random, credit, byHand }: Draws, { orgId, companyId, spec }: Place): void {
  const { rows } = world;
  const labels = (table: typeof rows.customerStatuses, names: readonly string[]) =>
    names.map((name, position) => {
      const id = nextId(table);
      table.push({ id, orgId, companyId, position, name });
      return id;
    });
  const zoneIds = labels(rows.customerServiceZones, spec.zones);
  const zoneOf = addAreas(world, { orgId, companyId, spec }, zoneIds);
  const statusIds = labels(rows.customerStatuses, STATUSES);
  const managers = rows.orgUsers.filter(
    (one) =>
      one.orgId === orgId && one.salesRepId && (one.companyIds?.length === 0 || one.companyIds?.includes(companyId)),
  );
  const candidates = [...licensedCustomers(world, orgId, spec), ...otherCustomers(random, spec)];
  for (const candidate of candidates.slice(0, spec.customers)) {
    const id = nextId(rows.customers);
    const standing = random.weigh([
      [1, 70],
      [2, 15],
      [0, 8],
      [3, 7],
    ] as const);
    rows.customers.push({
      id,
      orgId,
      companyId,
      ...candidate,
      deliveryPreferences: random.pick(DELIVERY),
      notes: random.pick(NOTES),
      delinquent: candidate.licenseId === null && random.chance(0.08),
      ...zoneOfCustomer(random.pick(zoneIds), byHand.chance(0.06), zoneOf(postalCodeOf(candidate.address, null))),
      customerStatusId: statusIds[standing] ?? null,
      ...creditOf(credit, world, { companyId, isBuyer: candidate.licenseId !== null }),
      createdAt: daysBefore(world.now, random.int(735, 860)),
      updatedAt: world.now,
    });
    if (managers.length > 0 && random.chance(0.85)) {
      rows.customerManagers.push({ orgId, customerId: id, orgUserId: random.pick(managers).id });
    }
  }
}

/** The zone of a customer's address; a few are in one that people chose. */
function zoneOfCustomer(chosen: number, isByHand: boolean, ofAddress: number | null) {
  if (!isByHand || chosen === ofAddress) return { serviceZoneId: ofAddress, serviceZoneByHand: false };
  return { serviceZoneId: chosen, serviceZoneByHand: true };
}

/** Gives a company's zones their areas; returns how to find the zone of a ZIP code. */
function addAreas({ rows }: World, { orgId, companyId, spec }: Place, zoneIds: readonly number[]) {
  const claims = spec.zones.flatMap((name, at) => {
    const area = ZONE_AREAS[`${spec.state} ${name}`];
    const id = zoneIds[at];
    return area && id ? claimsOf(id, area) : [];
  });
  rows.serviceZoneAreas.push(...claims.map((claim) => ({ orgId, companyId, ...claim })));
  return zoneFinder(claims, COUNTY_OF);
}

const HOLD_REASONS = [
  'Two invoices past due',
  'Bank returned the last ACH payment',
  'License renewal not confirmed',
] as const;

/** Terms, limits and holds. Buyers who can sign in never have any, so every visitor can check out. */
function creditOf(random: Random, { rows }: World, { companyId, isBuyer }: { companyId: number; isBuyer: boolean }) {
  const options = rows.companyPaymentOptions.filter((option) => option.companyId === companyId);
  const [first] = options;
  const [onHold, isLimited, hasTerms, isLocked] = [0.05, 0.4, 0.3, 0.08].map((share) => random.chance(share));
  const reason = random.pick(HOLD_REASONS);
  const limit = random.pick(['250000.00', '100000.00', '50000.00', '25000.00']);
  const terms = random.pick([7, 14, 30, 45]);
  return {
    paymentOptionIds: !isBuyer && isLocked && first ? [first.id] : [],
    paymentOptionsLocked: !isBuyer && isLocked === true && first !== undefined,
    paymentTermsDays: hasTerms ? terms : null,
    creditLimitUsd: !isBuyer && isLimited ? limit : null,
    onHold: !isBuyer && onHold === true,
    holdReason: !isBuyer && onHold ? reason : null,
  };
}

/** The state's buyer licenses, minus one where there are several: a buyer who isn't a customer yet. */
function licensedCustomers({ rows }: World, orgId: number, spec: CompanySpec) {
  const licenses = rows.buyerLicenses.flatMap((held) => {
    const license = rows.licenses.find((one) => one.id === held.licenseId);
    return license && license.usState === spec.state && license.orgId !== orgId ? [license] : [];
  });
  const known = spec.type === 'DISTRIBUTOR' ? licenses.filter((_, at) => at !== 2) : licenses;
  return known.map((license) => ({
    licenseId: license.id as number | null,
    name: license.name,
    phone: license.phone ?? null,
    email: `orders@${license.name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`,
    address: `${license.addressLineOne}, ${license.city}, ${license.usState} ${license.postalCode}`,
  }));
}

function otherCustomers(random: Random, spec: CompanySpec) {
  const names = random.shuffle(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)));
  const towns = TOWNS[spec.state] ?? [];
  return names.slice(0, spec.customers).map((name) => {
    const [city, zip, area] = random.pick(towns);
    return {
      licenseId: null,
      name,
      phone: `(${area}) 555-01${random.int(10, 99)}`,
      email: `buying@${name
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/-$/, '')}.example`,
      address: `${random.int(12, 4800)} ${random.pick(STREETS)}, ${city}, ${spec.state} ${zip}`,
    };
  });
}

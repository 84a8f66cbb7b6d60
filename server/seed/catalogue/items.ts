import { trackingUnitOf } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { PackageStatus } from '../../../domain/inventory/packages/package';
import { differenceOf } from '../../../domain/inventory/reconciliation/difference';
import type { packages, productStock, trackingDifferences } from '../../db/schema';
import { ITEM, locationsOf, type SandboxItem } from '../../sandbox/tracking/items';
import type { Row } from '../copy';
import { type Random, randomFrom } from '../random';
import { daysBefore, HOUR_MS, nextId, type Rows, type World } from '../world';
import type { SeededProduct } from './products';

type Item = Rows['trackingItems'][number];
type Package = Row<typeof packages>;

const UNIT_NAMES: Partial<Record<TrackingUnit, string>> = { ea: 'Each', lb: 'Pounds', oz: 'Ounces' };
const OUNCES_PER_POUND = 16;
/** Businesses that packages came from and went to. */
const GROWERS = ['Redwood Terrace Gardens', 'Lost Coast Cultivation', 'Paper Lantern Farms'];
const SHOPS = ['Harbor & Vine', 'Evergreen Corner', 'Mission Street Provisions'];
const LIST_OF: Record<PackageStatus, string> = { ACTIVE: 'active', ON_HOLD: 'onhold', INACTIVE: 'inactive' };

/** A state's tag begins with these 15 characters; 9 digits follow. */
const TAG = '1A4060300002199';

/**
 * Items of the tracking system: those that products are mapped to, every one of a product whose stock it keeps, and some
 * that nobody has mapped yet. The sandbox has them all.
 */
export function addTrackingItems(world: World, products: readonly SeededProduct[]): void {
  const random = randomFrom(2199);
  for (const product of products) {
    const { inventoryManagement: mode } = product.row;
    const count = mode === 'METRC' ? (random.chance(0.2) ? 2 : 1) : random.chance(0.35) ? 1 : 0;
    const isMapped = mode === 'METRC' || random.chance(0.4);
    for (let batch = 0; batch < count; batch++) addItem(world, random, { product, batch, isMapped });
  }
}

type NewItem = { product: SeededProduct; batch: number; isMapped: boolean };

function addItem({ rows, now }: World, random: Random, { product: { row, kind }, batch, isMapped }: NewItem): void {
  const license = rows.licenses.find(({ id }) => id === companyOf(rows, row.companyId)?.licenseId);
  if (license?.id === undefined) return;
  const brand = rows.brands.find(({ id }) => id === row.brandId)?.name ?? '';
  const own = trackingUnitOf(row.unitOfMeasure);
  const unitOfMeasure = own === 'lb' && random.chance(0.5) ? 'oz' : own;
  const strainName = rows.strains.find(({ id, orgId }) => orgId === row.orgId && id === row.strainId)?.name ?? null;
  const isWeighed = own === 'ea' && kind.category !== 'Immature Plants';
  const grams = isWeighed ? (/(?<![x] )\b([\d.]+)g\b/.exec(kind.suffix)?.[1] ?? '40') : null;
  const isInfused = kind.category.startsWith('Infused');
  const item: Item = {
    id: nextId(rows.trackingItems),
    orgId: row.orgId,
    licenseId: license.id,
    trackingId: nextId(rows.sandboxRecords),
    name: `${brand} ${row.name}${batch === 0 ? '' : ' (second run)'}`,
    strainName,
    categoryName: kind.category,
    unitOfMeasure,
    brandId: row.brandId,
    unitThcContent: isInfused ? '100' : null,
    unitThcContentUnitOfMeasure: isInfused ? 'mg' : null,
    unitWeight: grams,
    unitWeightUnitOfMeasure: grams === null ? null : 'g',
    createdAt: daysBefore(now, 400),
    updatedAt: daysBefore(now, 30),
  };
  rows.trackingItems.push(item);
  rows.sandboxRecords.push({
    id: item.trackingId,
    standIn: 'tracking',
    kind: ITEM,
    subject: license.licenseNumber,
    data: toSandbox(item),
    createdAt: item.updatedAt ?? now,
  });
  if (!isMapped) return;
  const { orgId } = row;
  const [productId, itemId] = [row.id, item.id];
  rows.productItems.push({ id: nextId(rows.productItems), orgId, productId, itemId, createdAt: daysBefore(now, 60) });
}

const companyOf = (rows: Rows, companyId: number) => rows.companies.find(({ id }) => id === companyId);
const number = (value: string | null | undefined) => (value == null ? null : Number(value));

const toSandbox = (item: Item): SandboxItem => ({
  Name: item.name,
  ProductCategoryName: item.categoryName,
  UnitOfMeasureName: UNIT_NAMES[item.unitOfMeasure as TrackingUnit] ?? item.unitOfMeasure,
  StrainName: item.strainName ?? null,
  UnitThcContent: number(item.unitThcContent),
  UnitThcContentUnitOfMeasureName: item.unitThcContent ? 'Milligrams' : null,
  UnitWeight: number(item.unitWeight),
  UnitWeightUnitOfMeasureName: item.unitWeight ? 'Grams' : null,
});

/**
 * Packages of all items. Those of a product whose stock the tracking system keeps hold together exactly what it has on
 * hand.
 */
export function packagesOf({ rows, now }: World, stock: readonly Row<typeof productStock>[]): Package[] {
  const random = randomFrom(3445);
  const onHand = new Map(stock.map(({ productId, quantity }) => [productId, Math.round(Number(quantity) * 100)]));
  const products = new Map(rows.products.map((product) => [product.id, product]));
  const productOf = new Map(rows.productItems.map(({ itemId, productId }) => [itemId, products.get(productId)]));
  const made: Package[] = [];
  const licenses = new Map(rows.licenses.map((license) => [license.id, license]));
  /** Where a package lies or went, and whom it came from. */
  const placeOf = (item: Item, id: number, status: Package['status']): Partial<Package> => {
    const license = licenses.get(item.licenseId);
    const places = locationsOf(license?.licenseNumber ?? '');
    const place = status === 'ON_HOLD' ? places.at(-1) : places[id % 3 === 0 ? 1 : 0];
    const isGone = status === 'INACTIVE' && id % 3 > 0;
    const grower = GROWERS[id % GROWERS.length];
    const isOwn = id % 4 > 0;
    return {
      locationId: place?.Id,
      locationName: place?.Name,
      ownerName: isOwn ? license?.name : grower,
      receivedFrom: isOwn ? null : grower,
      manifestNumber: isOwn ? null : String(4_400_000 + (id % 40)).padStart(10, '0'),
      transferState: isGone ? (id % 3 === 1 ? 'ACCEPTED' : 'SHIPPED') : null,
      recipient: isGone ? SHOPS[id % SHOPS.length] : null,
    };
  };
  const add = (item: Item, hundredths: number, status: Package['status']) => {
    const inUnit = item.unitOfMeasure === 'oz' ? hundredths * OUNCES_PER_POUND : hundredths;
    const id = nextId(made);
    const lastActivityAt = daysBefore(now, random.int(1, 5));
    const quantity = String(inUnit / 100);
    // Some were adjusted in the tracking system, which is a difference to settle.
    const isAdjusted = status === 'ACTIVE' && inUnit > 2_000 && random.chance(0.02);
    made.push({
      id,
      orgId: item.orgId,
      licenseId: item.licenseId,
      itemId: item.id,
      label: `${TAG}${String(id).padStart(9, '0')}`,
      quantity,
      unitOfMeasure: item.unitOfMeasure,
      status,
      labTestState: random.weigh([
        ['TestPassed', 90],
        ['NotRequired', 6],
        ['SubmittedForTesting', 4],
      ]),
      ...placeOf(item, id, status),
      packagedOn: daysBefore(now, random.int(20, 120)).toISOString().slice(0, 10),
      receivedAt: daysBefore(now, random.int(5, 20)),
      lastActivityAt,
      trackingQuantity: isAdjusted ? String((inUnit - 100 * random.int(1, 8)) / 100) : quantity,
      trackingUnit: item.unitOfMeasure,
      trackingModifiedAt: lastActivityAt,
      seenAt: new Date(now.getTime() - HOUR_MS / 4),
      seenIn:
        status === 'INACTIVE' && id % 3 > 0
          ? id % 3 === 1
            ? 'transferred'
            : 'intransit'
          : LIST_OF[status as PackageStatus],
    });
  };
  for (const item of rows.trackingItems) {
    const product = productOf.get(item.id);
    if (product?.inventoryManagement !== 'METRC') {
      add(item, random.int(2, 40) * 400, 'ACTIVE');
      if (random.chance(0.3)) add(item, random.int(1, 8) * 400, 'ON_HOLD');
      continue;
    }
    const left = onHand.get(product.id) ?? 0;
    const isLast = !rows.trackingItems.some(({ id }) => id > item.id && productOf.get(id)?.id === product.id);
    const share = isLast ? left : Math.floor(left / 200) * 100;
    onHand.set(product.id, left - share);
    for (const part of split(random, share)) add(item, part, 'ACTIVE');
    if (share === 0 || random.chance(0.2)) add(item, 0, 'INACTIVE');
  }
  return made;
}

/** One to four parts that add up, whole but for the last. */
function split(random: Random, hundredths: number): number[] {
  const parts: number[] = [];
  let left = hundredths;
  for (let count = random.int(1, 4); count > 1 && left > 400; count--) {
    const part = Math.floor(left / count / 100) * 100;
    parts.push(part);
    left -= part;
  }
  return left > 0 ? [...parts, left] : parts;
}

/** The open differences of packages whose figure moved at the tracking system. */
export const differencesOf = (made: readonly Package[]): Row<typeof trackingDifferences>[] =>
  made
    .flatMap((one) => {
      const unitOfMeasure = one.unitOfMeasure as TrackingUnit;
      const theirs = {
        quantity: one.trackingQuantity ?? one.quantity,
        unitOfMeasure,
        list: 'active',
        isFinished: false,
      };
      const found = differenceOf({ quantity: one.quantity, unitOfMeasure }, theirs);
      return found ? [{ one, found }] : [];
    })
    .map(({ one: { id: packageId, orgId, licenseId, label, lastActivityAt }, found }, at) => ({
      ...found,
      id: at + 1,
      orgId,
      licenseId,
      packageId,
      label,
      createdAt: lastActivityAt,
      movedAt: lastActivityAt,
    }));

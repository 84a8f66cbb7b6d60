import { KINDS } from '../specs/kinds';
import { nextId, type World } from '../world';
import type { SeededProduct } from './products';

const FLOWER = [KINDS.eighth, KINDS.smalls, KINDS.bulkFlower];
const FAMILIES_PER_COMPANY = 3;

/**
 * Groups the ways a strain's flower is sold (a case of jars, a case of bags, the pound) under a parent product, for the
 * first few strains of each company. A parent is never sold itself.
 */
export function addFamilies({ rows }: World, products: readonly SeededProduct[]): void {
  const made = new Map<number, number>();
  for (const children of familiesOf(products)) {
    const [first] = children;
    const count = made.get(first?.row.companyId ?? 0) ?? 0;
    if (first === undefined || children.length < 2 || count === FAMILIES_PER_COMPANY) continue;
    made.set(first.row.companyId, count + 1);
    const { row, kind } = first;
    const id = nextId(rows.products);
    const strain = rows.strains.find((one) => one.id === row.strainId)?.name ?? row.name;
    const ids = new Set(children.map((child) => child.row.id));
    const same = rows.products.filter((one) => ids.has(one.id ?? 0));
    rows.products.push({
      ...(same[0] as (typeof same)[number]),
      id,
      productLineId: null,
      isParent: true,
      name: `${strain} Flower`,
      sku: row.sku.replace(kind.skuCode, 'FLW'),
      description: `${strain} flower, as a case of jars, a case of bags or by the pound.`,
      salePrice: null,
      unitOfMeasure: 'Unit',
      sellInUnitOfMeasure: 'Unit',
      sellInBulk: false,
      unitMultiplier: '1',
      minimumOrder: null,
      maximumOrder: null,
      allowFractionalQuantities: false,
      inventoryManagement: 'MANUAL',
      listingState: 'INTERNAL',
    });
    for (const child of same) child.parentId = id;
    const picture = rows.productImages.find(({ productId }) => productId === row.id);
    if (picture) rows.productImages.push({ ...picture, id: nextId(rows.productImages), productId: id });
  }
}

/** Flower of the same strain, brand and company. */
function familiesOf(products: readonly SeededProduct[]): SeededProduct[][] {
  const families = new Map<string, SeededProduct[]>();
  for (const product of products) {
    const { companyId, brandId, strainId, listingState } = product.row;
    if (!FLOWER.some(({ skuCode }) => skuCode === product.kind.skuCode) || strainId === null) continue;
    if (listingState === 'SAMPLE' || listingState === 'ARCHIVED') continue;
    const key = `${companyId} ${brandId} ${strainId}`;
    families.set(key, [...(families.get(key) ?? []), product]);
  }
  return [...families.values()];
}

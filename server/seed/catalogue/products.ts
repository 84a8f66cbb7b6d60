import type { InventoryMode, ProductStatus } from '../../../domain/catalogue/vocabulary';
import { orgIdOf } from '../parties/organizations';
import { coverPicture, PALETTES, type Palette, productPicture } from '../pictures/pictures';
import { type Random, randomFrom } from '../random';
import { KINDS, type Kind } from '../specs/kinds';
import { type BrandSpec, type CompanySpec, type LineSpec, SELLERS, type SellerSpec } from '../specs/sellers';
import { HEMP_STRAINS, STRAINS } from '../specs/strains';
import { daysBefore, HOUR_MS, nextId, type Rows, type World } from '../world';

/** A product's intended stock after all orders. */
export type Fate = 'plenty' | 'low' | 'last' | 'out';

export type SeededProduct = { row: Rows['products'][number]; kind: Kind; fate: Fate };

const MODES: readonly (readonly [InventoryMode, number])[] = [
  ['METRC', 45],
  ['MANUAL', 35],
  ['INHERITED', 12],
  ['UNLIMITED', 8],
];
const LISTING_STATES: readonly (readonly [ProductStatus, number])[] = [
  ['AVAILABLE', 85],
  ['BACKORDER', 3],
  ['SAMPLE', 3],
  ['INTERNAL', 3],
  ['UNAVAILABLE', 3],
  ['ARCHIVED', 3],
];
const FATES: readonly (readonly [Fate, number])[] = [
  ['plenty', 86],
  ['low', 6],
  ['last', 4],
  ['out', 4],
];

/** Every seller's strains, product lines and products. */
export function addProducts(world: World): SeededProduct[] {
  const random = randomFrom(1971);
  return SELLERS.flatMap((seller) => {
    const strains = addStrains(world.rows, seller);
    const lineIds = addProductLines(world.rows, seller);
    return seller.companies.flatMap((company) => addListing(world, random, { seller, company, strains, lineIds }));
  });
}

function strainsFor(brand: BrandSpec) {
  return brand.hemp ? HEMP_STRAINS : STRAINS;
}

function addStrains(rows: Rows, seller: SellerSpec): Map<string, number> {
  const orgId = orgIdOf(seller.key);
  const ids = new Map<string, number>();
  for (const { name, classification } of seller.brands.flatMap(strainsFor)) {
    if (ids.has(name)) continue;
    const id = nextId(rows.strains);
    ids.set(name, id);
    rows.strains.push({ id, orgId, name, strainClassification: classification });
  }
  return ids;
}

const lineKey = (brand: BrandSpec, line: LineSpec) => `${brand.slug} ${line.name}`;

function addProductLines(rows: Rows, seller: SellerSpec): Map<string, number> {
  const orgId = orgIdOf(seller.key);
  const ids = new Map<string, number>();
  for (const brand of seller.brands) {
    brand.lines.forEach((line, menuPosition) => {
      const id = nextId(rows.productLines);
      ids.set(lineKey(brand, line), id);
      rows.productLines.push({ id, orgId, brandId: brandIdOf(rows, brand), name: line.name, menuPosition });
    });
  }
  return ids;
}

function brandIdOf(rows: Rows, { slug }: BrandSpec): number {
  const brand = rows.brands.find((one) => one.slug === slug);
  if (!brand) throw new Error(`there is no brand ${slug}`);
  return brand.id;
}

type Named = { name: string; strain: string | null; palette: Palette; taste: string };

/** The names of a line's products, best known first. */
function namesOf(brand: BrandSpec, { kind, flavours = [] }: LineSpec): Named[] {
  if (KINDS[kind].byStrain) {
    return strainsFor(brand).map(({ name, palette, aroma, effect }) => ({
      name,
      strain: name,
      palette,
      taste: `${aroma}; ${effect}`,
    }));
  }
  return flavours.map((name, at) => ({
    name,
    strain: null,
    palette: PALETTES[at % PALETTES.length] as Palette,
    taste: '',
  }));
}

type Listing = {
  seller: SellerSpec;
  company: CompanySpec;
  strains: Map<string, number>;
  lineIds: Map<string, number>;
};

function addListing(world: World, random: Random, { seller, company, strains, lineIds }: Listing): SeededProduct[] {
  const { rows } = world;
  const orgId = orgIdOf(seller.key);
  const companyId = rows.companies.find((one) => one.orgId === orgId && one.usState === company.state)?.id ?? 0;
  const brands = seller.brands.filter((brand) => company.brands.includes(brand.slug));
  const lines = brands.flatMap((brand) => brand.lines.map((line) => ({ brand, line, names: namesOf(brand, line) })));
  const listed: SeededProduct[] = [];
  for (let round = 0; listed.length < company.products; round++) {
    for (const { brand, line, names } of lines) {
      const named = names[round];
      if (!named || listed.length === company.products) continue;
      const ids = {
        orgId,
        companyId,
        brandId: brandIdOf(rows, brand),
        productLineId: lineIds.get(lineKey(brand, line)) ?? null,
        strainId: named.strain === null ? null : (strains.get(named.strain) ?? null),
      };
      listed.push(addProduct(world, random, { ids, brand, line, named, state: company.state }));
    }
    if (round > 100) throw new Error(`${company.name} has too few names for ${company.products} products`);
  }
  return listed;
}

type NewProduct = {
  ids: { orgId: number; companyId: number; brandId: number; productLineId: number | null; strainId: number | null };
  brand: BrandSpec;
  line: LineSpec;
  named: Named;
  state: string;
};

function addProduct(world: World, random: Random, { ids, brand, line, named, state }: NewProduct): SeededProduct {
  const { rows, now } = world;
  const kind: Kind = KINDS[line.kind];
  const id = nextId(rows.products);
  const listingState = random.weigh(LISTING_STATES);
  const inventoryManagement = random.weigh(MODES);
  const isSample = listingState === 'SAMPLE';
  const cents = isSample ? 1 : priceCents(random, kind, brand.hemp === true);
  const row = {
    id,
    ...ids,
    name: `${named.name} ${kind.suffix}${isSample ? ' (Sample)' : ''}`,
    sku: `${initials(brand.name)}-${state}-${kind.skuCode}-${abbreviate(named.name)}`,
    description: kind.describe(named.name, named.taste),
    category: kind.category,
    wholesalePrice: dollars(cents),
    salePrice: !isSample && random.chance(0.14) ? dollars(saleCents(random, cents)) : null,
    unitOfMeasure: kind.unitOfMeasure,
    sellInUnitOfMeasure: kind.sellIn,
    sellInBulk: kind.sellIn === 'Case',
    unitMultiplier: String(kind.perCase),
    minimumOrder: isSample ? null : kind.minimumOrder,
    maximumOrder: random.chance(0.12) ? String((kind.order[1] / 100) * kind.perCase) : null,
    allowFractionalQuantities: kind.unitOfMeasure === 'Pound',
    showQuantity: random.chance(0.85),
    inventoryManagement,
    listingState,
    lastEdit: new Date(now.getTime() - random.int(2, 90 * 24) * HOUR_MS),
    createdAt: daysBefore(now, random.int(740, 840)),
  };
  rows.products.push({ ...row, listedAt: row.createdAt, parentId: null, isParent: false, updatedAt: row.lastEdit });
  const pictures = [productPicture(kind.art, named.palette), ...(random.chance(0.3) ? [coverPicture(brand.slug)] : [])];
  pictures.forEach((imageUri, position) => {
    rows.productImages.push({ id: nextId(rows.productImages), orgId: ids.orgId, productId: id, position, imageUri });
  });
  return { row, kind, fate: inventoryManagement === 'UNLIMITED' ? 'plenty' : random.weigh(FATES) };
}

function priceCents(random: Random, { price: [least, most], cents }: Kind, isHemp: boolean): number {
  const wholeDollars = random.int(least, most);
  return (isHemp ? Math.ceil(wholeDollars * 0.4) : wholeDollars) * 100 + cents;
}

/** A tenth to a fifth off, in whole dollars if the price is large enough. */
function saleCents(random: Random, cents: number): number {
  const step = cents > 2000 ? 100 : 25;
  return Math.floor((cents * random.int(80, 90)) / 100 / step) * step;
}

/** Whole cents as dollars: 35200 → '352.00'. */
function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word.slice(0, name.includes(' ') ? 1 : 2))
    .join('')
    .toUpperCase();

/** 'Blue Dream' → 'BLUDRE'. */
const abbreviate = (name: string) =>
  name
    .replace(/[^A-Za-z0-9 ]/g, '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.slice(0, 3))
    .join('')
    .toUpperCase();

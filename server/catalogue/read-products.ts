import { eq, sql } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import type { Product, ProductRow } from '../../domain/catalogue/product-record';
import { notFound } from '../../domain/errors';
import { mappedQuantity } from '../../domain/inventory/mapping';
import { subtract } from '../../domain/money';
import type { Ctx } from '../context';
import { forReader, readerOrg } from '../db/page';
import { products } from '../db/schema';
import { visibleProducts } from '../db/visibility';
import { NOTHING_HELD, packagesOfItems } from '../inventory/items/item-packages';

const stock = (column: 'quantity' | 'reserved') => sql`coalesce((
    select held.${sql.identifier(column)} from product_stock held
     where held.org_id = ${readerOrg} and held.product_id = products.id), 0)`;

/** The columns of a grid row. */
export const COLUMNS = sql`
    products.id, products.company_id as "companyId", products.name, products.sku, products.category,
    products.is_parent as "isParent", products.wholesale_price as "wholesalePrice", products.sale_price as "salePrice",
    products.unit_of_measure as "unitOfMeasure", products.sell_in_unit_of_measure as "sellInUnitOfMeasure",
    products.sell_in_bulk as "sellInBulk", products.unit_multiplier as "unitMultiplier",
    products.minimum_order as "minimumOrder", products.maximum_order as "maximumOrder",
    products.allow_fractional_quantities as "allowFractionalQuantities", products.show_quantity as "showQuantity",
    products.inventory_management as "inventoryManagement", products.listing_state as "listingState",
    products.created_at as created, products.updated_at as modified, products.last_edit as "lastEdit", products.version,
    ${stock('quantity')} as quantity, ${stock('reserved')} as reserved,
    (select json_build_object('id', brand.id, 'name', brand.name) from brands brand where brand.id = products.brand_id) as brand,
    (select json_build_object('id', line.id, 'name', line.name) from product_lines line
      where line.org_id = ${readerOrg} and line.id = products.product_line_id) as "productLine",
    (select json_build_object('id', strain.id, 'name', strain.name, 'strainClassification', strain.strain_classification)
       from strains strain where strain.org_id = ${readerOrg} and strain.id = products.strain_id) as strain,
    (select json_build_object('id', parent.id, 'name', parent.name) from products parent
      where parent.org_id = ${readerOrg} and parent.id = products.parent_id) as parent,
    (select image.image_uri from product_images image
      where image.org_id = ${readerOrg} and image.product_id in (products.id, products.parent_id)
      order by image.product_id = products.id desc, image.position, image.id limit 1) as "imageUri"`;

const DETAILS = sql`
    products.brand_id as "brandId", products.product_line_id as "productLineId", products.strain_id as "strainId",
    products.parent_id as "parentId", products.subcategory_id as "subcategoryId", products.description,
    (select coalesce(json_agg(json_build_object('id', image.id, 'imageUri', image.image_uri, 'alt', image.alt)
              order by image.position, image.id), '[]'::json)
       from product_images image where image.org_id = ${readerOrg} and image.product_id = products.id) as images,
    (select coalesce(json_agg(mapped.item_id order by mapped.id), '[]'::json) from product_items mapped
      where mapped.org_id = ${readerOrg} and mapped.product_id = products.id) as "verdantItemIds",
    (select coalesce(json_agg(json_build_object('id', kin.id, 'name', kin.name, 'sku', kin.sku,
              'listingState', kin.listing_state) order by lower(kin.name), kin.id), '[]'::json)
       from products kin where kin.org_id = ${readerOrg}
        and kin.parent_id = case when products.is_parent then products.id else products.parent_id end) as family,
    (select json_build_object('id', company.id, 'name', company.name)
       from distributor_mappings usual join companies company on company.id = usual.distributor_id
      where usual.org_id = ${readerOrg} and usual.company_id = products.company_id
        and usual.brand_id = products.brand_id) as distributor`;

type Times = 'created' | 'modified' | 'lastEdit';

/** A product as read from the database. */
export type FoundProduct = Omit<ProductRow, Times | 'totalEffectiveInventory'> & Record<Times, Date | string>;

const instant = (at: Date | string) => new Date(at).toISOString();

const timesOf = (found: Record<Times, Date | string>) => ({
  created: instant(found.created),
  modified: instant(found.modified),
  lastEdit: instant(found.lastEdit),
});

export function toProductRow(found: FoundProduct): ProductRow {
  return { ...found, ...timesOf(found), totalEffectiveInventory: subtract(found.quantity, found.reserved) };
}

/** One product in full. NOT_FOUND unless the caller may see it. */
export async function loadProduct({ db, membership }: Pick<Ctx, 'db' | 'membership'>, id: number): Promise<Product> {
  const { rows } = await db.execute(sql`
    select ${forReader(sql`${COLUMNS}, ${DETAILS}`, membership.orgId)},
           ${visibleProducts(membership, 'write')} as "canEdit"
      from (select * from ${products} where ${eq(products.id, id)} and ${visibleProducts(membership)}) as products`);
  const [found] = rows as (FoundProduct & Product)[];
  if (found === undefined) throw notFound('Product');
  const { imageUri: _, ...product } = found;
  return {
    ...product,
    inventoryItems: await inventoryItemsOf(db, membership.orgId, found),
    ...timesOf(found),
    totalEffectiveInventory: subtract(found.quantity, found.reserved),
    canEdit: found.canEdit && isAllowed(membership, 'write', 'PRODUCTS'),
  };
}

type Counted = Pick<Product, 'inventoryManagement' | 'verdantItemIds' | 'unitOfMeasure' | 'quantity'>;

/** What a product's quantity is made of. One that follows the tracking system but has no items yet keeps its last figure. */
async function inventoryItemsOf(
  db: Ctx['db'],
  orgId: number,
  { inventoryManagement, verdantItemIds, unitOfMeasure, quantity }: Counted,
): Promise<Product['inventoryItems']> {
  if (inventoryManagement === 'UNLIMITED') return [];
  if (inventoryManagement !== 'METRC' || verdantItemIds.length === 0) return [{ verdantItemId: null, quantity }];
  const held = await packagesOfItems(db, orgId, verdantItemIds);
  return verdantItemIds.map((verdantItemId) => {
    const { amounts } = held.get(verdantItemId) ?? NOTHING_HELD;
    return { verdantItemId, quantity: mappedQuantity(amounts, unitOfMeasure) };
  });
}

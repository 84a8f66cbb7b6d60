import { and, asc, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { ORDER_STATUSES, OrderStatusSchema } from '../../../domain/orders/status';
import type { Db } from '../../db/client';
import {
  brands,
  companies,
  customers,
  licenses,
  orderLineItems,
  orders,
  productStock,
  products,
} from '../../db/schema';
import type { recordsOf } from '../records';
import { moveOrder, placeShopOrder, toLine } from './acts';
import { SHOP_STATUSES, type Shop, type ShopLine, type ShopStatus } from './shop';

type Key = { orgId: number; orgName: string; usState: string };
type Records = ReturnType<typeof recordsOf>;

const [PRODUCTS, CUSTOMERS, KNOWN_ORDERS] = [12, 8, 25];
/** Their ids of what is ours as well. */
const theirProduct = (id: number) => String(500_000 + id);
const theirCustomer = (id: number) => String(800_000 + id);
const theirBrand = (id: number) => String(200_000 + id);
/** What is only there. */
const [STRANGE_PRODUCT, STRANGE_CUSTOMER, STRANGE_BRAND] = ['499001', '799001', '199001'];

const ofState = ({ orgId, usState }: Key) =>
  and(eq(companies.orgId, orgId), eq(companies.usState, usState), isNull(companies.removedAt));

/** Gives a seller's empty shop what a shop has: most of it theirs as ours, by other names, some of it only there. */
export async function fillShop(db: Db, shop: Shop, key: Key, records: Records): Promise<void> {
  if (await shop.get('filled', 'filled')) return;
  await shop.hold();
  if (await shop.get('filled', 'filled')) return;
  await shop.put('filled', 'filled', { at: new Date().toISOString() });
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(ofState(key))
    .orderBy(asc(companies.id));
  if (!company) return;
  const own = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.orgId, key.orgId),
        eq(products.companyId, company.id),
        eq(products.isParent, false),
        ne(products.listingState, 'ARCHIVED'),
      ),
    )
    .orderBy(asc(products.id))
    .limit(PRODUCTS);
  const ids = own.map(({ id }) => id);
  await addProducts(db, shop, key.orgId, ids, true);
  await shop.put('brand', STRANGE_BRAND, { name: 'Moonlit Meadow' });
  await shop.put('product', STRANGE_PRODUCT, { ...STRANGE, brandId: STRANGE_BRAND });
  const buyers = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.orgId, key.orgId), eq(customers.companyId, company.id), isNotNull(customers.licenseId)))
    .orderBy(asc(customers.id))
    .limit(CUSTOMERS);
  const customerIds = buyers.map(({ id }) => id);
  await addCustomers(db, shop, key.orgId, customerIds);
  const city = { city: 'Springfield', state: key.usState };
  await shop.put('customer', STRANGE_CUSTOMER, {
    name: 'Corner Leaf Collective',
    licenseNumber: `NEW-${key.usState}-00417`,
    email: 'orders@cornerleaf.example',
    phone: '555-0147',
    address: '12 Main St',
    ...city,
  });
  await addKnownOrders(db, shop, key, records);
  await addOrders(shop, ids, customerIds);
}

const STRANGE = {
  name: 'Moonlit Meadow Live Rosin 1g',
  sku: 'MM-ROSIN-1G',
  description: 'Single-source live rosin.',
  category: 'Concentrate (each)',
  listingState: 'Available',
  wholesalePrice: '22.00',
  salePrice: null,
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  unitMultiplier: '1',
  inventoryManagement: 1,
  quantity: '240',
  reserved: '0',
};

/** Orders of the last days, in several statuses. */
async function addOrders(shop: Shop, productIds: readonly number[], customerIds: readonly number[]): Promise<void> {
  const buyers = [...customerIds.map(theirCustomer), STRANGE_CUSTOMER];
  const goods = productIds.map(theirProduct);
  if (goods.length === 0) return;
  const steps: Record<string, readonly string[]> = {
    Submitted: [],
    Accepted: ['accept'],
    Fulfilled: ['accept', 'fulfill'],
    Shipped: ['accept', 'fulfill', 'ship'],
    Complete: ['accept', 'fulfill', 'ship', 'complete'],
    Rejected: ['reject'],
    Cancelled: ['cancel'],
  };
  const all = [
    'Submitted',
    'Submitted',
    'Submitted',
    'Accepted',
    'Accepted',
    'Fulfilled',
    'Shipped',
    'Complete',
    'Rejected',
    'Cancelled',
  ];
  for (const [place, status] of all.entries()) {
    const found = await shop.some('product', goods);
    const picked = [goods[place % goods.length], goods[(place + 3) % goods.length]].flatMap((id) => id ?? []);
    const number = await placeShopOrder(shop, {
      customerId: buyers[place % buyers.length] ?? STRANGE_CUSTOMER,
      notes: place === 0 ? 'Please call the dock before you come.' : '',
      discount: place === 1 ? '10.00' : '0.00',
      createdOn: new Date(Date.now() - (10 - place) * 86_400_000).toISOString(),
      lines: [
        ...[...new Set(picked)].map((productId, line) => {
          const sold = found.get(productId)?.data;
          const each = sold?.unitMultiplier ?? '1';
          return {
            productId,
            quantity: String(Number(each) * (2 + line)),
            unitMultiplier: each,
            price: sold?.wholesalePrice ?? '10.00',
          };
        }),
        ...(place === 2 ? [{ productId: STRANGE_PRODUCT, quantity: '6', price: '22.00' }] : []),
      ],
    });
    for (const action of steps[status] ?? []) await moveOrder(shop, number, action, 'app');
  }
}

const nameThere = (name: string, place: number) => (place % 4 === 1 ? name.toUpperCase() : name);
const skuThere = (sku: string, place: number) => (place % 3 === 1 ? `  ${sku.toLowerCase()} ` : sku);

/** Products of ours as the shop has them; `otherwise` written a little. */
async function addProducts(db: Db, shop: Shop, orgId: number, ids: readonly number[], otherwise: boolean) {
  const there = await shop.some('product', ids.map(theirProduct));
  const missing = ids.filter((id) => !there.has(theirProduct(id)));
  if (missing.length === 0) return;
  const rows = await db
    .select({ product: products, brand: brands.name, stock: productStock })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(productStock, and(eq(productStock.orgId, products.orgId), eq(productStock.productId, products.id)))
    .where(and(eq(products.orgId, orgId), inArray(products.id, missing)))
    .orderBy(asc(products.id));
  for (const [place, { product, brand, stock }] of rows.entries()) {
    await shop.put('brand', theirBrand(product.brandId), { name: brand });
    const isCase = product.sellInUnitOfMeasure === 'Case';
    await shop.put('product', theirProduct(product.id), {
      name: otherwise ? nameThere(product.name, place) : product.name,
      sku: otherwise ? skuThere(product.sku, place) : product.sku,
      description: product.description,
      brandId: theirBrand(product.brandId),
      category: product.category,
      listingState: 'Available',
      wholesalePrice: product.wholesalePrice,
      salePrice: null,
      unitOfMeasure: product.unitOfMeasure,
      sellInUnitOfMeasure: isCase ? product.unitOfMeasure : product.sellInUnitOfMeasure,
      unitMultiplier: isCase ? product.unitMultiplier : '1',
      inventoryManagement: product.inventoryManagement === 'UNLIMITED' ? 2 : 1,
      quantity: stock?.quantity ?? '0',
      reserved: '0',
    });
  }
}

async function addCustomers(db: Db, shop: Shop, orgId: number, ids: readonly number[]): Promise<void> {
  const there = await shop.some('customer', ids.map(theirCustomer));
  const missing = ids.filter((id) => !there.has(theirCustomer(id)));
  if (missing.length === 0) return;
  const rows = await db
    .select({ customer: customers, license: licenses.licenseNumber, city: licenses.city, state: licenses.usState })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(and(eq(customers.orgId, orgId), inArray(customers.id, missing)))
    .orderBy(asc(customers.id));
  for (const [place, { customer, license, city, state }] of rows.entries()) {
    await shop.put('customer', theirCustomer(customer.id), {
      name: customer.name,
      licenseNumber: place % 3 === 1 ? ` ${license?.toLowerCase() ?? ''}` : (license ?? ''),
      email: customer.email ?? '',
      phone: customer.phone ?? '',
      address: customer.address ?? '',
      city: city ?? '',
      state: state ?? '',
    });
  }
}

/** The demo's orders that came from there, the newest. */
async function addKnownOrders(db: Db, shop: Shop, key: Key, records: Records): Promise<void> {
  const rows = await db
    .select({ externalId: orders.externalId })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(and(eq(orders.orgId, key.orgId), ofState(key), isNotNull(orders.externalId)))
    .orderBy(desc(orders.id))
    .limit(KNOWN_ORDERS);
  for (const { externalId } of rows) await adoptOrder(db, shop, key, externalId ?? '', records);
}

/** An order that we say came from there is there: submitted, unless it was moved since. Whether it is. */
export async function adoptOrder(db: Db, shop: Shop, key: Key, number: string, records: Records): Promise<boolean> {
  if (await shop.get('order', number)) return true;
  const [known] = await db
    .select({ order: orders })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(and(eq(orders.orgId, key.orgId), ofState(key), eq(orders.externalId, number)));
  if (!known) return false;
  const { order } = known;
  const lines = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, key.orgId), eq(orderLineItems.orderId, order.id)))
    .orderBy(asc(orderLineItems.position));
  await addProducts(db, shop, key.orgId, [...new Set(lines.map(({ productId }) => productId))], false);
  await addCustomers(db, shop, key.orgId, [order.customerId]);
  const told = (await records.latest('move', number))?.data as { leaves?: string } | undefined;
  const leaves = OrderStatusSchema.safeParse(told?.leaves);
  const label = ORDER_STATUSES[leaves.success ? leaves.data : 'SUBMITTED'].label;
  await shop.put('order', number, {
    shortId: number,
    status: SHOP_STATUSES.find((one) => one === label) ?? ('Submitted' satisfies ShopStatus),
    customerId: theirCustomer(order.customerId),
    lines: lines.map((line, place): ShopLine => {
      const isByCase = line.unitOfMeasure === 'Case';
      return toLine(
        {
          productId: theirProduct(line.productId),
          quantity: line.baseQuantity,
          unitMultiplier: isByCase ? line.unitMultiplier : '1',
          price: line.orderedUnitPrice,
          isSample: line.isSample,
          isBackorder: line.isBackorder,
          notes: line.notes,
        },
        place + 1,
      );
    }),
    discount: order.discount,
    discountType: order.discountType === '%' ? '%' : '$',
    notes: order.notes,
    internalNotes: '',
    shipDate: order.shipDate,
    paymentDueDate: order.paymentDueDate,
    reps: [],
    externalIds: {},
    createdOn: order.createdAt.toISOString(),
  });
  return true;
}

import { and, eq, sql } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import { notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { companies, customers, licenses, orders, packages, productItems } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import { readPicture } from '../../files/read-picture';
import type { FileStore } from '../../files/store';
import { loadBuyerOrder, loadPlainOrders, type PlainOrder } from '../read-orders';

/** The seller as it stands on paper: its logo as a png, its name, address, phone and license; and the zone it sets. */
type Sender = { picture: Buffer | null; lines: string[]; timeZone: string | null };
/** An order with what its documents say besides. */
export type PrintedOrder = PlainOrder & { seller: Sender; customerAddress: string; customerLicense: string };

type Asked = Pick<Ctx, 'db' | 'membership' | 'services'>;

const LOGO_PX = 192;

/** Sales orders to print, in the given order. NOT_FOUND unless the caller sees each of them. */
export async function loadSalesOrders(ctx: Asked, ids: readonly number[]): Promise<PrintedOrder[]> {
  const wanted = [...new Set(ids)];
  const found = await loadPlainOrders(ctx.db, ctx.membership, wanted);
  if (found.length < wanted.length) throw notFound('Order');
  return completed(ctx, found);
}

/** A purchase order to print. NOT_FOUND unless the caller sees it. */
export async function loadPurchaseOrder(ctx: Asked, id: number): Promise<PrintedOrder[]> {
  const visible = visiblePurchaseOrders(ctx.membership);
  return completed(ctx, [await loadBuyerOrder(ctx.db, ctx.membership, and(eq(orders.id, id), visible))]);
}

/** Orders of one seller, with what else their documents say. */
export async function completed(
  { db, services: { files } }: Asked,
  found: readonly PlainOrder[],
): Promise<PrintedOrder[]> {
  const sellers = new Map<number, Sender>();
  for (const { sellerCompany } of found) {
    const { companyId } = sellerCompany;
    if (!sellers.has(companyId)) sellers.set(companyId, await loadSender(db, files, companyId));
  }
  const known = await db
    .select({ id: customers.id, address: customers.address, number: licenses.licenseNumber })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(
      and(
        // All of one seller: its own orders, or one purchase order.
        eq(customers.orgId, found[0]?.sellerOrgId ?? 0),
        isOneOf(customers.id, [...new Set(found.map(({ customer }) => customer.id))]),
      ),
    );
  return found.map((order) => {
    const customer = known.find(({ id }) => id === order.customer.id);
    const bought = order.buyerLicense?.license;
    const { address } = bought ?? {};
    const ofLicense =
      address && `${address.lineOne}\n${address.city}, ${address.state.ansiAbbrevation} ${address.postalCode}`;
    return {
      ...order,
      seller: sellers.get(order.sellerCompany.companyId) ?? {
        picture: null,
        lines: [order.sellerCompany.name],
        timeZone: null,
      },
      customerAddress: ofLicense ?? customer?.address ?? '',
      customerLicense: bought?.licenseNumber ?? customer?.number ?? '',
    };
  });
}

async function loadSender(db: Ctx['db'], files: FileStore, companyId: number): Promise<Sender> {
  const [found] = await db
    .select({
      name: companies.name,
      picture: companies.profileImageUri,
      timeZone: companies.timeZone,
      license: licenses,
    })
    .from(companies)
    .leftJoin(licenses, eq(licenses.id, companies.licenseId))
    .where(eq(companies.id, companyId));
  if (!found) throw new Error(`Company ${companyId} is gone`);
  const { name, picture, timeZone, license } = found;
  const lines = license
    ? [
        license.addressLineOne,
        `${license.city}, ${license.usState} ${license.postalCode}`,
        license.phone ?? '',
        `License ${license.licenseNumber}`,
      ].filter(Boolean)
    : [];
  return { picture: await readPicture(files, picture, LOGO_PX), lines: [name, ...lines], timeZone };
}

/** Most tags of a product on a pick list. */
const MOST_TAGS = 3;

/** The tags of products' packages in stock, fullest first, with what each holds. */
export async function loadTags(
  { db, membership: { orgId } }: { db: Ctx['db']; membership: Membership },
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db
    .select({ productId: productItems.productId, label: packages.label, quantity: packages.quantity })
    .from(productItems)
    .innerJoin(packages, and(eq(packages.orgId, productItems.orgId), eq(packages.itemId, productItems.itemId)))
    .where(
      and(
        eq(productItems.orgId, orgId),
        isOneOf(productItems.productId, [...new Set(productIds)]),
        eq(packages.orgId, orgId),
        eq(packages.status, 'ACTIVE'),
        sql`${packages.quantity} > 0`,
      ),
    )
    .orderBy(sql`${packages.quantity} desc`, packages.label);
  const tags = new Map<number, string[]>();
  for (const { productId, label } of rows) {
    const known = tags.get(productId) ?? [];
    if (known.length < MOST_TAGS) tags.set(productId, [...known, label]);
  }
  return tags;
}

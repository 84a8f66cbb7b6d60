import { type LinePrice, type PriceSchedule, priceLine } from '../../../domain/pricing/price';
import type { SeededProduct } from '../catalogue/products';
import { schedulesOf } from '../catalogue/schedules';
import type { Random } from '../random';
import { SELLERS } from '../specs/sellers';
import type { Rows, World } from '../world';
import { orgIdOf } from './organizations';

type Customer = Rows['customers'][number];

export type Buyer = {
  customer: Customer;
  /** The customer's license on the platform. */
  account: { orgId: number; companyId: number; licenseId: number; userIds: readonly string[] } | null;
  managerIds: readonly number[];
  priceOf(product: SeededProduct): LinePrice;
};

/** A selling company with everything its orders are made of. Lists favor their fronts. */
export type Shop = {
  orgId: number;
  companyId: number;
  buyers: readonly Buyer[];
  /** Products sold now, no longer sold, on backorder, and as samples. */
  range: { current: SeededProduct[]; former: SeededProduct[]; backorder: SeededProduct[]; samples: SeededProduct[] };
  reps: readonly { orgUserId: number; userId: string }[];
  staff: readonly string[];
  paymentOptions: readonly { id: number; dueDays: number }[];
  brandNames: ReadonlyMap<number, string>;
};

/** The selling companies, each with its share of all orders. */
export function openShops(world: World, products: readonly SeededProduct[], random: Random): [Shop, number][] {
  return SELLERS.flatMap((seller) => {
    const listed = seller.companies.reduce((sum, company) => sum + company.customers, 0);
    return seller.companies.map((spec): [Shop, number] => {
      const orgId = orgIdOf(seller.key);
      const company = world.rows.companies.find((one) => one.orgId === orgId && one.usState === spec.state);
      if (!company) throw new Error(`${spec.name} was not seeded`);
      const own = random.shuffle(products.filter(({ row }) => row.companyId === company.id));
      return [openShop(world, own, orgId, company.id), (seller.orders * spec.customers) / listed];
    });
  });
}

function openShop(world: World, products: SeededProduct[], orgId: number, companyId: number): Shop {
  const { rows } = world;
  const listed = (...states: string[]) => products.filter(({ row }) => states.includes(row.listingState));
  const people = rows.orgUsers.flatMap(({ id, userId, salesRepId, companyIds = [], ...one }) =>
    one.orgId === orgId && userId && (companyIds.length === 0 || companyIds.includes(companyId))
      ? [{ orgUserId: id, userId, sells: Boolean(salesRepId) }]
      : [],
  );
  const reps = people.filter(({ sells }) => sells);
  return {
    orgId,
    companyId,
    buyers: findBuyers(world, companyId),
    range: {
      current: listed('AVAILABLE'),
      former: listed('UNAVAILABLE', 'ARCHIVED'),
      backorder: listed('BACKORDER'),
      samples: listed('SAMPLE'),
    },
    reps: reps.length > 0 ? reps : people,
    staff: people.map(({ userId }) => userId),
    paymentOptions: rows.companyPaymentOptions.filter((one) => one.companyId === companyId),
    brandNames: new Map(rows.brands.map(({ id, name }) => [id, name])),
  };
}

function findBuyers(world: World, companyId: number): Buyer[] {
  const { rows } = world;
  const schedules = schedulesOf(world, companyId);
  const books = new Map<string, Buyer['priceOf']>();
  return rows.customers
    .filter((customer) => customer.companyId === companyId)
    .map((customer) => ({
      customer,
      account: accountOf(rows, customer),
      managerIds: rows.customerManagers.filter((one) => one.customerId === customer.id).map((one) => one.orgUserId),
      priceOf: priceBook(books, schedules, customer.id),
    }));
}

function accountOf(rows: Rows, { licenseId }: Customer): Buyer['account'] {
  const held = rows.buyerLicenses.find((one) => one.licenseId === licenseId);
  if (!held) return null;
  const buying = rows.orgUsers.filter((one) => one.orgId === held.orgId && one.userId && canBuy(rows, one.roleId));
  return {
    orgId: held.orgId,
    companyId: held.buyerCompanyId,
    licenseId: held.id,
    userIds: buying.flatMap(({ userId }) => userId ?? []),
  };
}

const canBuy = (rows: Rows, roleId: number) =>
  rows.roles.some((role) => role.id === roleId && role.features.PURCHASE_ORDERS?.write === true);

/** Prices by product, calculated once per set of schedules. */
function priceBook(
  books: Map<string, Buyer['priceOf']>,
  schedules: readonly PriceSchedule[],
  customerId: number,
): Buyer['priceOf'] {
  const own = schedules.filter((one) => one.customerIds.includes(customerId));
  const key = own.map(({ id }) => id).join();
  const kept = books.get(key);
  if (kept) return kept;
  const prices = new Map<number, LinePrice>();
  const priceOf: Buyer['priceOf'] = ({ row }) => {
    const known = prices.get(row.id);
    if (known) return known;
    const { productLineId = null, salePrice = null } = row;
    const price = priceLine({ product: { ...row, productLineId, salePrice }, schedules: own, customerId });
    prices.set(row.id, price);
    return price;
  };
  books.set(key, priceOf);
  return priceOf;
}

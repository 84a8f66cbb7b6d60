import { planAllows } from '../../../domain/access/plans';
import type { PlanType } from '../../../domain/access/vocabulary';
import { multiply, roundCents } from '../../../domain/money';
import type { PriceSchedule } from '../../../domain/pricing/price';
import { daysBefore, nextId, type World } from '../world';

/**
 * Price schedules of every company whose plan includes them: product prices, line prices and percentages, one disabled.
 */
export function addPriceSchedules(world: World): void {
  const { rows } = world;
  for (const company of rows.companies) {
    const plan = rows.organizations.find((one) => one.id === company.orgId)?.plan as PlanType;
    if (planAllows(plan, 'price-schedules')) addCompanySchedules(world, company.orgId, company.id);
  }
}

function addCompanySchedules(world: World, orgId: number, companyId: number): void {
  const { rows } = world;
  const customers = rows.customers.filter((one) => one.companyId === companyId);
  const products = rows.products.filter((one) => one.companyId === companyId && one.listingState !== 'SAMPLE');
  const lineIds = [...new Set(products.flatMap((one) => one.productLineId ?? []))];
  const [firstLine = 0, secondLine = 0, thirdLine = 0] = lineIds;

  const add = (name: string, enabled: boolean, members: typeof customers) => {
    const id = nextId(rows.priceSchedules);
    const createdAt = daysBefore(world.now, 400);
    rows.priceSchedules.push({ id, orgId, companyId, name, enabled, createdAt, updatedAt: createdAt });
    for (const { id: customerId } of members) {
      rows.priceScheduleCustomers.push({ orgId, scheduleId: id, customerId });
    }
    return {
      percentOff: (productLineId: number, percentDiscount: string) =>
        rows.priceScheduleLineRules.push({ orgId, scheduleId: id, productLineId, price: null, percentDiscount }),
      linePrice: (productLineId: number, price: string) =>
        rows.priceScheduleLineRules.push({ orgId, scheduleId: id, productLineId, price, percentDiscount: null }),
      product: (productId: number, price: string) =>
        rows.priceScheduleProductRules.push({ orgId, scheduleId: id, productId, price }),
    };
  };

  const keyAccounts = add('Key accounts', true, customers.slice(0, 5));
  keyAccounts.percentOff(firstLine, '0.1');
  keyAccounts.percentOff(secondLine, '0.075');
  for (const { id, wholesalePrice } of products.filter((_, at) => at % 17 === 3).slice(0, 4)) {
    keyAccounts.product(id, roundCents(multiply(wholesalePrice, '0.85')));
  }
  const cheapest = products.filter((one) => one.productLineId === thirdLine).map((one) => Number(one.wholesalePrice));
  const volume = add('Volume partners', true, customers.slice(3, 12));
  volume.linePrice(thirdLine, roundCents(Math.min(...cheapest)));
  volume.percentOff(firstLine, '0.05');
  add('Spring opening offer', false, customers).percentOff(firstLine, '0.25');
}

/** One company's schedules as the price rules read them. */
export function schedulesOf({ rows }: World, companyId: number): PriceSchedule[] {
  return rows.priceSchedules
    .filter((one) => one.companyId === companyId)
    .map(({ id, name, enabled = true }) => ({
      id,
      name,
      enabled,
      customerIds: rows.priceScheduleCustomers.filter((one) => one.scheduleId === id).map((one) => one.customerId),
      productRules: rows.priceScheduleProductRules.filter((one) => one.scheduleId === id),
      productLineRules: rows.priceScheduleLineRules
        .filter((one) => one.scheduleId === id)
        .map(({ productLineId, price = null, percentDiscount = null }) => ({ productLineId, price, percentDiscount })),
    }));
}

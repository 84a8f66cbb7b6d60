import { type SQL, sql } from 'drizzle-orm';
import { decide } from '../../domain/access/ability';
import { productFilters } from '../../domain/catalogue/product-filters';
import type { VerbOutput } from '../../domain/contract/endpoint';
import { differenceFilters } from '../../domain/inventory/reconciliation/difference-filters';
import { licenseFilters } from '../../domain/licenses/filters';
import type { needs as contract } from '../../domain/needs/contract';
import { NEEDS, type NeedId } from '../../domain/needs/needs';
import { orderFilters } from '../../domain/orders/filters';
import { productList } from '../catalogue/search-products';
import { countOf, readRows } from '../db/page';
import type { Verb } from '../implement';
import { differenceList } from '../inventory/reconciliation/search-differences';
import { licenseList } from '../licenses/search-licenses';
import { salesOrders } from '../orders/lists/search-orders';

type Counts = VerbOutput<typeof contract.count>;

/**
 * How much waits for the caller, up to a list's cap: every list they may open, counted in one statement by its own
 * condition. NOT_FOUND for another organization's company.
 */
export const countNeeds: Verb<typeof contract.count> = async (ctx, { query: { companyId } }) => {
  await salesOrders.assertOwnCompany(ctx, companyId);
  const orders = (need: NeedId) =>
    countOf(
      sql`${salesOrders.table}`,
      salesOrders.matching(ctx, { companyId, filters: orderFilters.parse(addressed(need)).filters }),
    );
  const counts: Record<NeedId, () => SQL> = {
    toAccept: () => orders('toAccept'),
    late: () => orders('late'),
    lowStock: () => {
      const { filters } = productFilters.parse(addressed('lowStock'));
      return countOf(sql`${productList.table}`, productList.matching(ctx, { companyId, filters }));
    },
    expiring: () => {
      const { filters } = licenseFilters.parse(addressed('expiring'));
      return countOf(sql`${licenseList.table}`, licenseList.matching(ctx, { companyId: undefined, filters }));
    },
    differences: () => {
      const { filters } = differenceFilters.parse(addressed('differences'));
      return countOf(sql`${differenceList.table}`, differenceList.matching(ctx, { companyId: undefined, filters }));
    },
  };
  const caller = { ...ctx.person, membership: ctx.membership };
  const columns = Object.entries(NEEDS).map(([id, { requires }]) => {
    const count = decide(caller, requires).allowed ? counts[id as NeedId]() : sql`null::int`;
    return sql`${count} as ${sql.identifier(id)}`;
  });
  const [row] = await readRows<Counts>(ctx.services.database.pool, sql`select ${sql.join(columns, sql`, `)}`);
  if (row === undefined) throw new Error('A select without a table answers one row');
  return row;
};

const addressed = (need: NeedId) => Object.entries(NEEDS[need].filters);

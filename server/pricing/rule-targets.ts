import { and, eq, sql } from 'drizzle-orm';
import { badInput, type FieldErrors } from '../../domain/errors';
import type { ScheduleChanges } from '../../domain/pricing/contract';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { customers, productLines, products } from '../db/schema';
import { visibleCustomers, visibleProducts } from '../db/visibility';
import { ofSeenBrand } from './read-schedules';

type Reader = Pick<Ctx, 'db' | 'membership'>;
type Named = Partial<Pick<ScheduleChanges, 'customerIds' | 'productRules' | 'productLineRules'>>;
/** What a schedule may name. */
type Known = {
  products: ReadonlyMap<number, { isParent: boolean }>;
  lineIds: ReadonlySet<number>;
  customerIds: ReadonlySet<number>;
};

/** Reads what the company has of the named products, lines and customers, and refuses the rest. */
export async function assertOwnTargets(
  ctx: Reader,
  { companyId }: { companyId: number },
  named: Named,
  fieldOf?: (list: string, at: number) => string,
): Promise<void> {
  const { db, membership } = ctx;
  const ids = named.productRules?.map(({ productId }) => productId) ?? [];
  const { customerIds = [] } = named;
  const ownProducts =
    ids.length === 0
      ? []
      : await db
          .select({ id: products.id, isParent: products.isParent })
          .from(products)
          .where(
            and(visibleProducts(membership, 'write'), eq(products.companyId, companyId), isOneOf(products.id, ids)),
          );
  const ownCustomers =
    customerIds.length === 0
      ? []
      : await db
          .select({ id: customers.id })
          .from(customers)
          .where(
            and(visibleCustomers(membership), eq(customers.companyId, companyId), isOneOf(customers.id, customerIds)),
          );
  const known = {
    products: new Map(ownProducts.map((one) => [one.id, one])),
    lineIds: await findLineIds(ctx, named),
    customerIds: new Set(ownCustomers.map(({ id }) => id)),
  };
  assertKnown(named, known, fieldOf);
}

/** Of the product lines that rules are given for, those the caller sees. */
export async function findLineIds(ctx: Reader, { productLineRules = [] }: Named): Promise<ReadonlySet<number>> {
  if (productLineRules.length === 0) return new Set();
  const ids = productLineRules.map(({ productLineId }) => productLineId);
  const found = await ctx.db
    .select({ id: productLines.id })
    .from(productLines)
    .where(
      and(
        eq(productLines.orgId, ctx.membership.orgId),
        isOneOf(productLines.id, ids),
        ofSeenBrand(ctx, sql`${productLines.brandId}`),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/**
 * BAD_INPUT, by field, for what isn't known, for parent products, and for what is named twice. `fieldOf` names a rule's
 * field where the call has only one.
 */
export function assertKnown(
  { customerIds = [], productRules = [], productLineRules = [] }: Named,
  known: Known,
  fieldOf = (list: string, at: number) => `${list}.${at}${FIELD[list] ?? ''}`,
): void {
  const faults: FieldErrors = {};
  const check = (list: string, ids: readonly number[], isKnown: (id: number) => boolean, what: string) => {
    const seen = new Set<number>();
    for (const [at, id] of ids.entries()) {
      if (seen.has(id)) faults[fieldOf(list, at)] ??= `${what} is listed twice`;
      else if (!isKnown(id)) faults[fieldOf(list, at)] ??= `${what} isn’t among this company’s anymore`;
      seen.add(id);
    }
  };
  const productIds = productRules.map(({ productId }) => productId);
  const lineIds = productLineRules.map(({ productLineId }) => productLineId);
  check('productRules', productIds, (id) => known.products.has(id), 'This product');
  check('productLineRules', lineIds, (id) => known.lineIds.has(id), 'This product line');
  check('customerIds', customerIds, (id) => known.customerIds.has(id), 'This customer');
  for (const [at, id] of productIds.entries())
    if (known.products.get(id)?.isParent)
      faults[fieldOf('productRules', at)] ??= 'A parent product isn’t sold, so it has no price';
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

const FIELD: Readonly<Record<string, string>> = {
  productRules: '.productId',
  productLineRules: '.productLineId',
};

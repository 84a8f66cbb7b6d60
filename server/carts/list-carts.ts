import { and, eq } from 'drizzle-orm';
import type { carts as contract } from '../../domain/carts/contract';
import { carts } from '../db/schema';
import { visibleCarts } from '../db/visibility';
import type { Verb } from '../implement';
import { assertBuyerCompany } from './find-cart';
import { loadCarts } from './read-carts';

export const listCarts: Verb<typeof contract.list> = async (ctx, { query }) => {
  await assertBuyerCompany(ctx, query.companyId);
  const own = and(visibleCarts(ctx.db, ctx.membership), eq(carts.buyerCompanyId, query.companyId));
  return (await loadCarts(ctx, own)).map(({ wrapper }) => wrapper);
};

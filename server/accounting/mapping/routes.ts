import { accountingMappings } from '../../../domain/accounting/mapping-contract';
import { implement, type Verb } from '../../implement';
import { requireConnection } from '../find-connection';
import { makeCustomers, makeProducts } from './make-records';
import { readOrderMappings } from './order-mappings';
import {
  certainCustomers,
  certainProducts,
  countCustomerStates,
  countProductStates,
  searchCustomerMappings,
  searchProductMappings,
} from './search-mappings';
import { mapCustomers, mapProducts } from './write-mappings';

/** Has the customers and items of the books read again. */
const readAgain: Verb<typeof accountingMappings.readAgain> = async (ctx, { params }) => {
  const { id, orgId } = await requireConnection(ctx, params.companyId);
  await ctx.enqueue({ name: 'read-books-records', data: { orgId, connectionId: id } });
  await ctx.audit({ id, after: { read: true } });
  return { ok: true };
};

export const mappingRoutes = implement(accountingMappings)({
  searchCustomers: searchCustomerMappings,
  searchProducts: searchProductMappings,
  customerStates: countCustomerStates,
  productStates: countProductStates,
  certainCustomers,
  certainProducts,
  mapCustomers,
  mapProducts,
  makeCustomers,
  makeProducts,
  readAgain,
  ofOrder: readOrderMappings,
});

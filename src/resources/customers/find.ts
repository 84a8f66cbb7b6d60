import type { Finds } from '../../providers/manifest';
import { readList } from '../../providers/refine/resource';
import { customers } from './resource';

const AT_MOST = 5;

export const findCustomers: Finds = async (text, scope, options) => {
  const { results } = await readList(customers, { filters: { searchTerm: text } }, scope, options);
  return results.slice(0, AT_MOST).map(({ id, name, license }) => ({
    path: `/network/customers/${id}`,
    label: name,
    hint: license ? `Customer, ${license.licenseNumber}` : 'Customer',
  }));
};

import { customers as contract } from '../../domain/customers/contract';
import { CustomerEdit } from '../../domain/customers/customer';
import { bulk } from '../bulk/bulk';
import type { Ctx } from '../context';
import { customers } from '../db/schema';
import { loadCustomer } from './customer-rows';
import { lockCustomer, updateCustomer } from './save-customer';
import { customerList } from './search-customers';

type Fields = Omit<CustomerEdit, 'version'>;

/** Changes some fields of a customer by the rules of any edit. */
async function change(ctx: Ctx, id: number, patch: (standing: Fields) => Partial<Fields>): Promise<void> {
  await lockCustomer(ctx, id);
  const standing = CustomerEdit.parse(await loadCustomer(ctx, id));
  await updateCustomer(ctx, { params: { id }, body: { ...standing, ...patch(standing) } });
}

/** Bulk actions on customers. */
export const bulkCustomers = bulk(contract.bulk, {
  entity: 'customer',
  noun: { one: 'Customer', many: 'customers' },
  from: { table: customers, id: customers.id, label: customers.name },
  matching: customerList.matching,
  acts: {
    setStatus: (ctx, id, input) => change(ctx, id, () => input),
    setServiceZone: (ctx, id, input) => change(ctx, id, () => input),
    setDelinquent: (ctx, id, input) => change(ctx, id, () => input),
    setHold: (ctx, id, input) => change(ctx, id, () => input),
    addManager: (ctx, id, { managerId }) =>
      change(ctx, id, ({ managerIds }) => ({ managerIds: [...new Set([...managerIds, managerId])] })),
    removeManager: (ctx, id, { managerId }) =>
      change(ctx, id, ({ managerIds }) => ({ managerIds: managerIds.filter((one) => one !== managerId) })),
  },
});

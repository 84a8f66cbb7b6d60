import { isDeepStrictEqual } from 'node:util';
import { customers as contract } from '../../domain/customers/contract';
import { CustomerEdit } from '../../domain/customers/customer';
import { DomainError } from '../../domain/errors';
import { type ActWork, bulk, type Done, one, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import { customers } from '../db/schema';
import { loadCustomer } from './read-customers';
import { lockCustomer, updateCustomer } from './save-customer';
import { customerList } from './search-customers';

type Fields = Omit<CustomerEdit, 'version'>;
type Kept = Record<'before' | 'after', Partial<Fields>>;

/** Changes some fields of a customer by the rules of any edit; keeps both sides of those that change. */
async function change(ctx: Ctx, id: number, patch: (standing: Fields) => Partial<Fields>): Promise<{ kept?: Kept }> {
  await lockCustomer(ctx, id);
  const standing = CustomerEdit.parse(await loadCustomer(ctx, id));
  const patched = patch(standing);
  const became = CustomerEdit.parse(await updateCustomer(ctx, { params: { id }, body: { ...standing, ...patched } }));
  const names = Object.keys(patched) as (keyof Fields)[];
  const of = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  const [before, after] = [of(standing), of(became)];
  return isDeepStrictEqual(before, after) ? {} : { kept: { before, after } };
}

/** Gives a customer's fields back what they had. CONFLICT if one was changed since. */
async function undo(ctx: Ctx, { id, kept }: Subject): Promise<Done> {
  const { before, after } = kept as Kept;
  await change(ctx, id, (standing) => {
    const names = Object.keys(after) as (keyof Fields)[];
    if (names.every((name) => isDeepStrictEqual(standing[name] ?? null, after[name] ?? null))) return before;
    throw new DomainError('CONFLICT', 'It was changed since, so it stays as it is.');
  });
  return {};
}

const changing = <I>(patch: (standing: Fields, input: I) => Partial<Fields>): ActWork<I> => ({
  ...one((ctx, { id }, input) => change(ctx, id, (standing) => patch(standing, input))),
  undo: one(undo),
});

/** Bulk actions on customers. */
export const bulkCustomers = bulk(contract.bulk, {
  entity: 'customer',
  noun: { one: 'Customer', many: 'customers' },
  from: { table: customers, id: customers.id, label: customers.name },
  matching: customerList.matching,
  acts: {
    setStatus: changing((_, input) => input),
    setServiceZone: changing((_, input) => input),
    setDelinquent: changing((_, input) => input),
    setHold: changing((_, input) => input),
    addManager: changing(({ managerIds }, { managerId }) => ({ managerIds: [...new Set([...managerIds, managerId])] })),
    removeManager: changing(({ managerIds }, { managerId }) => ({
      managerIds: managerIds.filter((id) => id !== managerId),
    })),
  },
});

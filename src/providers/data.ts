import type { BaseRecord, CrudFilter, DataProvider } from '@refinedev/core';
import type { CallOptions } from './call';
import type { Manifest, ResourceCalls, Scope } from './manifest';

type Verb = keyof ResourceCalls;

/**
 * Refine's data provider over the contract: a resource's verbs are the calls its manifest names.
 * `scope` is asked at each call; raises an Error for a verb the resource does not have.
 */
export function dataProviderOf(manifests: readonly Manifest[], scope: () => Scope): DataProvider {
  const calls = new Map(manifests.map(({ name, calls }) => [name, calls]));

  function verb<V extends Verb>(resource: string, name: V): NonNullable<ResourceCalls[V]> {
    const found = calls.get(resource)?.[name];
    if (!found) throw new Error(`"${resource}" has no "${name}"`);
    return found as NonNullable<ResourceCalls[V]>;
  }

  return {
    getApiUrl: () => '',
    async getList({ resource, pagination, sorters, filters, meta }) {
      const [sorter] = sorters ?? [];
      const { results, resultCount } = await verb(resource, 'list')(
        {
          page: (pagination?.currentPage ?? 1) - 1,
          itemsPerPage: pagination?.pageSize ?? 25,
          sortBy: sorter?.field,
          sortDesc: sorter && sorter.order === 'desc',
          filters: filterValues(filters ?? []),
        },
        scope(),
        options(meta),
      );
      return { data: results as never[], total: resultCount };
    },
    async getOne({ resource, id, meta }) {
      return data(await verb(resource, 'one')(id, scope(), options(meta)));
    },
    async create({ resource, variables, meta }) {
      return data(await verb(resource, 'create')(variables as never, scope(), options(meta)));
    },
    async update({ resource, id, variables, meta }) {
      return data(await verb(resource, 'update')(id, variables as never, scope(), options(meta)));
    },
    async deleteOne({ resource, id, meta }) {
      await verb(resource, 'remove')(id, scope(), options(meta));
      return data({ id });
    },
    custom: () =>
      Promise.reject(new Error('Use useCall or useCallQuery: a call is named by its contract, not by an address')),
  };
}

const data = <T>(record: BaseRecord): { data: T } => ({ data: record as T });

/** The signal of the query, and the idempotency key a form keeps for its intent. */
function options(meta?: Record<string, unknown> & { queryContext?: { signal?: AbortSignal } }): CallOptions {
  const key = meta?.idempotencyKey;
  return { signal: meta?.queryContext?.signal, idempotencyKey: typeof key === 'string' ? key : undefined };
}

/** Filters by name, as the contract takes them; the contract has no operators to choose from. */
function filterValues(filters: readonly CrudFilter[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const filter of filters) {
    if (!('field' in filter) || (filter.operator !== 'eq' && filter.operator !== 'in')) {
      throw new Error(`The operator "${filter.operator}" is not one of the contract's filters`);
    }
    if (filter.value !== undefined && filter.value !== null && filter.value !== '') values[filter.field] = filter.value;
  }
  return values;
}

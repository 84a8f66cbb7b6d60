import type { BaseRecord, CrudFilter, DataProvider } from '@refinedev/core';
import type { Scope } from './call/call-context';
import { loadedResources, type ResourceCalls, type VerbOptions } from './refine/resource';

/** Refine's data provider over the contract; `scope` is read on each call. */
export function dataProviderOf(scope: () => Scope | null): DataProvider {
  function callsOf(name: string): ResourceCalls {
    const found = loadedResources.get(name);
    if (!found) throw new Error(`The resource "${name}" isn’t loaded: import it where it is used`);
    return found.calls;
  }

  return {
    getApiUrl: () => '',
    async getList({ resource, pagination, sorters, filters, meta }) {
      const [sorter] = sorters ?? [];
      const { results, resultCount } = await callsOf(resource).list(
        {
          page: (pagination?.currentPage ?? 1) - 1,
          itemsPerPage: pagination?.pageSize ?? 25,
          sortBy: sorter?.field,
          sortDesc: sorter && sorter.order === 'desc',
          filters: filterValues(filters ?? []),
        },
        scope(),
        { ...options(meta), early: 'page' },
      );
      return { data: [...results] as never[], total: resultCount };
    },
    async getOne({ resource, id, meta }) {
      return data(await callsOf(resource).one(id, scope(), options(meta)));
    },
    async create({ resource, variables, meta }) {
      return data(await callsOf(resource).create(variables as object, scope(), options(meta)));
    },
    async update({ resource, id, variables, meta }) {
      return data(await callsOf(resource).update(id, variables as object, scope(), options(meta)));
    },
    async deleteOne({ resource, id, meta }) {
      return data(await callsOf(resource).remove(id, scope(), options(meta)));
    },
    custom: () =>
      Promise.reject(new Error('Use useCall or useCallQuery: a call is named by its contract, not by an address')),
  };
}

const data = <T>(record: BaseRecord): { data: T } => ({ data: record as T });

/** The query's signal, the intent's idempotency key, the record's parents and extra query parameters. */
function options(meta?: Record<string, unknown> & { queryContext?: { signal?: AbortSignal } }): VerbOptions {
  const { idempotencyKey: key, of, query } = meta ?? {};
  return {
    signal: meta?.queryContext?.signal,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    of: of instanceof Object ? of : undefined,
    query: query instanceof Object ? query : undefined,
  };
}

/** Filters by name, as the contract takes them; the contract has no operators. */
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

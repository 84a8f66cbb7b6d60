import type { BaseRecord, DataProvider, GetListParams } from '@refinedev/core';
import type { Scope } from './call/call-context';
import { startingWith } from './refine/query-start';
import { loadedResources, type RecordId, type ResourceCalls, type VerbOptions } from './refine/resource';
import type { Asked, ListRequest } from './refine/resource-types';

function callsOf(name: string): ResourceCalls {
  const found = loadedResources.get(name);
  if (!found) throw new Error(`The resource "${name}" isn’t loaded: import it where it is used`);
  return found.calls;
}

/**
 * How a list's query starts: with the reply that was asked for before the app ran, if that is here, so that the first
 * render has its rows.
 */
export const listStart = (resource: string, list: ListRequest, asked: Asked, scope: Scope | null) =>
  startingWith(() => {
    const request = { ...list, filters: withoutBlanks(list.filters) };
    const now = callsOf(resource).listNow(request, scope, asked);
    return now && { data: { data: [...now.results] as never[], total: now.resultCount }, at: now.at };
  });

/** How a record's query starts: with the reply that was asked for ahead, if that is here. */
export const recordStart = (resource: string, id: RecordId | undefined, asked: Asked, scope: Scope | null) =>
  startingWith(() => {
    const now = id === undefined ? undefined : callsOf(resource).oneNow(id, scope, asked);
    return now && { data: { data: now.record as never }, at: now.at };
  });

/** Refine's data provider over the contract; `scope` is read on each call. */
export function dataProviderOf(scope: () => Scope | null): DataProvider {
  return {
    getApiUrl: () => '',
    async getList({ resource, meta, ...asked }) {
      const list = (meta?.list as ListRequest | undefined) ?? fromRefine(asked);
      const { results, resultCount } = await callsOf(resource).list(
        { ...list, filters: withoutBlanks(list.filters) },
        scope(),
        { ...options(meta), ...(meta?.isEarly === true && { early: 'page' as const }) },
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

const withoutBlanks = (filters: ListRequest['filters'] = {}) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value != null && value !== ''));

/** What a hook of Refine asks by itself, such as a choice's; our lists send their request as `meta.list`. */
function fromRefine({ pagination, sorters, filters = [] }: Omit<GetListParams, 'resource'>): ListRequest {
  const [sorter] = sorters ?? [];
  const named = filters.map((filter) => {
    if ('field' in filter && (filter.operator === 'eq' || filter.operator === 'in'))
      return [filter.field, filter.value] as const;
    throw new Error(`The operator "${filter.operator}" is not one of the contract's filters`);
  });
  return {
    page: (pagination?.currentPage ?? 1) - 1,
    itemsPerPage: pagination?.pageSize ?? 25,
    ...(sorter && { sortBy: sorter.field, sortDesc: sorter.order === 'desc' }),
    filters: Object.fromEntries(named),
  };
}

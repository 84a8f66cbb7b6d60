import { type BaseKey, type HttpError, useCreate, useDelete, useList, useOne, useUpdate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isAbort, messageOf } from './call-errors';
import { isAskedElsewhere } from './refusals';
import { isPaged, type RecordId, type Resource } from './resource';
import type { Asked, FiltersOf, OneOf, ParentsOf, QueryOf, RowOf, SortOf, ValuesOf, WrittenOf } from './resource-types';
import { type CallResult, type GivenKey, type UseCallOptions, useIntents } from './use-call';

type ReadOptions<P, V extends 'list' | 'one'> = {
  /** Parameters of the path besides the record's own id, such as the order of a payment. */
  of?: ParentsOf<P, V>;
  /** What else is asked; a `companyId` takes the place of the one entered. */
  query?: QueryOf<P, V>;
  enabled?: boolean;
  /** Milliseconds an answer is taken as fresh; 10,000 unless said. */
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
};

export type ResourceListOptions<P> = ReadOptions<P, 'list'> & {
  /** Zero-based. */
  page?: number;
  itemsPerPage?: number;
  sortBy?: SortOf<P>;
  sortDesc?: boolean;
  filters?: FiltersOf<P>;
  /** Shows the former page while the next one, or another filter, loads. */
  keepsPrevious?: boolean;
};

type Reading = { enabled?: boolean; staleTime?: number; refetchOnWindowFocus?: boolean };

const queryOptions = ({ enabled, staleTime, refetchOnWindowFocus }: Reading) => ({
  ...(enabled !== undefined && { enabled }),
  ...(staleTime !== undefined && { staleTime }),
  ...(refetchOnWindowFocus !== undefined && { refetchOnWindowFocus }),
});

/** The key of a cached record is made of this too: nothing is given where there is nothing to say. */
const metaOf = ({ of, query }: Asked) => (of || query ? { meta: { ...(of && { of }), ...(query && { query }) } } : {});

/** A list through Refine: a page of it, or all where the contract answers all. Screens show what goes wrong themselves. */
export function useResourceList<P extends Resource>(resource: P, options: ResourceListOptions<P> = {}) {
  const { page = 0, itemsPerPage = 25, sortBy, sortDesc = true, filters = {}, keepsPrevious } = options;
  return useList<RowOf<P>, HttpError>({
    resource: resource.name,
    pagination: isPaged(resource) ? { currentPage: page + 1, pageSize: itemsPerPage } : { mode: 'off' },
    sorters: sortBy === undefined ? [] : [{ field: sortBy, order: sortDesc ? 'desc' : 'asc' }],
    filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value })),
    ...metaOf(options),
    queryOptions: { ...queryOptions(options), ...(keepsPrevious && { placeholderData: keepPreviousData }) },
    errorNotification: false,
  });
}

/** One record through Refine, by its id; nothing is asked while there is none. */
export function useResourceOne<P extends Resource>(
  resource: P,
  id: RecordId | undefined,
  options: ReadOptions<P, 'one'> = {},
) {
  return useOne<OneOf<P>, HttpError>({
    resource: resource.name,
    id: id as BaseKey,
    ...metaOf(options),
    queryOptions: { ...queryOptions(options), enabled: id !== undefined && options.enabled !== false },
    errorNotification: false,
  });
}

/** Creates records; as `useResourceUpdate`. */
export function useResourceCreate<P extends Resource>(resource: P, options: UseCallOptions = {}) {
  const { mutateAsync, mutation } = useCreate<WrittenOf<P, 'create'>, HttpError, object>();
  const write = useWrite(resource.name, options);
  const run = useCallback(
    (
      values: ValuesOf<P, 'create'>,
      given: Given<ParentsOf<P, 'create'>> = {},
    ): Promise<CallResult<WrittenOf<P, 'create'>>> =>
      write(null, values, given, (request) => mutateAsync({ ...request, values: values as object })),
    [write, mutateAsync],
  );
  return { run, isPending: mutation.isPending, error: mutation.error };
}

/** Changes records: `run` never raises, says what came of it, and keeps an intent's idempotency key as `useCall` does. */
export function useResourceUpdate<P extends Resource>(resource: P, options: UseCallOptions = {}) {
  const { mutateAsync, mutation } = useUpdate<WrittenOf<P, 'update'>, HttpError, object>();
  const write = useWrite(resource.name, options);
  const run = useCallback(
    (
      id: RecordId,
      values: ValuesOf<P, 'update'>,
      given: Given<ParentsOf<P, 'update'>> = {},
    ): Promise<CallResult<WrittenOf<P, 'update'>>> =>
      write(id, values, given, (request) => mutateAsync({ ...request, id, values: values as object })),
    [write, mutateAsync],
  );
  return { run, isPending: mutation.isPending, error: mutation.error };
}

/** Deletes records; as `useResourceUpdate`. What else its call asks, such as where to move what is left, is its `query`. */
export function useResourceDelete<P extends Resource>(resource: P, options: UseCallOptions = {}) {
  const { mutateAsync, mutation } = useDelete<WrittenOf<P, 'remove'>, HttpError>();
  const write = useWrite(resource.name, options);
  const run = useCallback(
    (
      id: RecordId,
      given: Given<ParentsOf<P, 'remove'>> & { query?: QueryOf<P, 'remove'> } = {},
    ): Promise<CallResult<WrittenOf<P, 'remove'>>> =>
      write(id, null, given, (request) => mutateAsync({ ...request, id })),
    [write, mutateAsync],
  );
  return { run, isPending: mutation.isPending, error: mutation.error };
}

/** Runs a mutation of Refine's as one intent, and gives what came of it instead of raising. */
function useWrite(resource: string, { success, failure, showsErrors }: UseCallOptions) {
  const attempt = useIntents();
  return useCallback(
    async <T>(
      id: RecordId | null,
      values: unknown,
      { idempotencyKey: given, ...asked }: GivenKey & Asked,
      mutate: (request: WriteRequest) => Promise<{ data: T }>,
    ): Promise<CallResult<T>> => {
      const said = notices({ success, failure, showsErrors });
      const intent = { row: { id, of: asked.of }, values: { values, query: asked.query }, idempotencyKey: given };
      const result = await attempt(intent, (idempotencyKey) =>
        mutate({
          resource,
          invalidates: ['resourceAll'],
          meta: { idempotencyKey, ...metaOf(asked).meta },
          ...said,
        }),
      );
      return result.ok ? { ok: true, value: result.value.data } : result;
    },
    [resource, success, failure, showsErrors, attempt],
  );
}

/** The record's parents, where its path names any, and the key a form keeps. */
type Given<Parents> = GivenKey & { of?: Parents };

type WriteRequest = {
  resource: string;
  invalidates: ['resourceAll'];
  meta: { idempotencyKey: string } & Asked;
} & ReturnType<typeof notices>;

/** What Refine says of a write in the snackbar: the platform's own sentence, unless a dialog asks about it already. */
function notices({ success, failure, showsErrors }: UseCallOptions) {
  return {
    successNotification: success ? { type: 'success' as const, message: success } : (false as const),
    errorNotification: (error: unknown) =>
      showsErrors || isAbort(error) || isAskedElsewhere(error)
        ? (false as const)
        : { type: 'error' as const, message: messageOf(error, failure) },
  };
}

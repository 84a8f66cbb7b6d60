import { type BaseKey, type HttpError, useCreate, useDelete, useList, useOne, useUpdate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isAbort, messageOf, putInWords } from '../call/call-errors';
import { listStart, recordStart } from '../data';
import { isAskedElsewhere } from '../session/refusals';
import { scopeNow } from '../session/session-store';
import { isPaged, type RecordId, type Resource } from './resource';
import type {
  Asked,
  FiltersOf,
  ListRequest,
  OneOf,
  ParentsOf,
  QueryOf,
  RowOf,
  SortOf,
  ValuesOf,
  WrittenOf,
} from './resource-types';
import { type CallResult, type GivenKey, type UseCallOptions, useIntents } from './use-call';

type ReadOptions<P, V extends 'list' | 'one'> = {
  /** Path parameters besides the record's own id, such as a payment's order. */
  of?: ParentsOf<P, V>;
  /** Other parameters; a `companyId` replaces the current one. */
  query?: QueryOf<P, V>;
  enabled?: boolean;
  /** Milliseconds a reply counts as fresh; 10,000 by default. */
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
  /** Shows the previous page while the next page or filter loads. */
  keepsPrevious?: boolean;
};

type Reading = { enabled?: boolean; staleTime?: number; refetchOnWindowFocus?: boolean };

const queryOptions = ({ enabled, staleTime, refetchOnWindowFocus }: Reading) => ({
  ...(enabled !== undefined && { enabled }),
  ...(staleTime !== undefined && { staleTime }),
  ...(refetchOnWindowFocus !== undefined && { refetchOnWindowFocus }),
});

/** Path and query parameters as Refine's meta: part of a record's cache key, so omitted when empty. */
export const metaOf = ({ of, query }: Asked) =>
  of || query ? { meta: { ...(of && { of }), ...(query && { query }) } } : {};

/**
 * A list's request as Refine carries it to the data provider: whole and zero-based, in the form the contract takes, and
 * part of its cache key.
 */
export const listMeta = (list: ListRequest, asked: Asked = {}, isEarly = true) => ({
  pagination: { mode: 'off' as const },
  meta: { ...metaOf(asked).meta, list, ...(isEarly && { isEarly }) },
});

/** A list through Refine: a page, or everything if the contract returns all. Screens show errors themselves. */
export function useResourceList<P extends Resource>(resource: P, options: ResourceListOptions<P> = {}) {
  const { page = 0, itemsPerPage = 25, sortBy, sortDesc = true, filters = {}, keepsPrevious } = options;
  const request = {
    ...(isPaged(resource) && { page, itemsPerPage }),
    ...(sortBy !== undefined && { sortBy, sortDesc }),
    filters,
  };
  // What is read again each time it is shown isn't asked for early: that would be once more.
  const isEarly = options.staleTime !== 0;
  return useList<RowOf<P>, HttpError>({
    resource: resource.name,
    ...listMeta(request, options, isEarly),
    queryOptions: {
      ...queryOptions(options),
      ...(keepsPrevious && { placeholderData: keepPreviousData }),
      ...(isEarly && options.enabled !== false && listStart(resource.name, request, options, scopeNow())),
    },
    errorNotification: false,
  });
}

/** One record through Refine, by id; not fetched without an id. */
export function useResourceOne<P extends Resource>(
  resource: P,
  id: RecordId | undefined,
  options: ReadOptions<P, 'one'> = {},
) {
  return useOne<OneOf<P>, HttpError>({
    resource: resource.name,
    id: id as BaseKey,
    ...metaOf(options),
    queryOptions: {
      ...queryOptions(options),
      enabled: id !== undefined && options.enabled !== false,
      ...(options.enabled !== false && recordStart(resource.name, id, options, scopeNow())),
    },
    errorNotification: false,
  });
}

/** Creates records; see `useResourceUpdate`. */
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

/** Changes records: `run` never raises, returns the result, and keeps an intent's idempotency key like `useCall`. */
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

/**
 * Deletes records; see `useResourceUpdate`. `query` takes the call's other input, such as where to move what remains.
 */
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

/** Runs a Refine mutation as one intent, and returns the result instead of raising. */
function useWrite(resource: string, { success, failure, showsErrors }: UseCallOptions) {
  const attempt = useIntents();
  return useCallback(
    async <T>(
      id: RecordId | null,
      values: unknown,
      { idempotencyKey: given, ...asked }: GivenKey & Asked,
      mutate: (request: WriteRequest) => Promise<{ data: T }>,
    ): Promise<CallResult<T>> => {
      const news = notices({ success, failure, showsErrors });
      const intent = { row: { id, of: asked.of }, values: { values, query: asked.query }, idempotencyKey: given };
      const result = await attempt(intent, (idempotencyKey) =>
        mutate({
          resource,
          invalidates: ['resourceAll'],
          meta: { idempotencyKey, ...metaOf(asked).meta },
          ...news,
        }),
      );
      if (result.ok) return { ok: true, value: result.value.data };
      putInWords(result.error, failure);
      return result;
    },
    [resource, success, failure, showsErrors, attempt],
  );
}

/** The record's parents, if its path names any, and the form's key. */
type Given<Parents> = GivenKey & { of?: Parents };

type WriteRequest = {
  resource: string;
  invalidates: ['resourceAll'];
  meta: { idempotencyKey: string } & Asked;
} & ReturnType<typeof notices>;

/** Refine's message about a write: the platform's own, unless a dialog already covers it. */
function notices({ success, failure, showsErrors }: UseCallOptions) {
  return {
    successNotification: success ? { type: 'success' as const, message: success } : (false as const),
    errorNotification: (error: unknown) =>
      showsErrors || isAbort(error) || isAskedElsewhere(error)
        ? (false as const)
        : { type: 'error' as const, message: messageOf(error, failure) },
  };
}

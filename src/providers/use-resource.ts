import { type BaseKey, type HttpError, useDelete, useList, useOne, useUpdate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isAbort, messageOf } from './call-errors';
import { isAskedElsewhere } from './refusals';
import {
  type FiltersOf,
  isPaged,
  type Of,
  type OneOf,
  type RecordId,
  type Resource,
  type RowOf,
  type SortOf,
  type ValuesOf,
  type WrittenOf,
} from './resource';
import { type CallResult, type GivenKey, type UseCallOptions, useIntents } from './use-call';

type ReadOptions = {
  /** Parameters of the path besides the record's own id, such as the order of a payment. */
  of?: Of;
  enabled?: boolean;
  /** Milliseconds an answer is taken as fresh; 10,000 unless said. */
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
};

export type ResourceListOptions<P> = ReadOptions & {
  /** Zero-based. */
  page?: number;
  itemsPerPage?: number;
  sortBy?: SortOf<P>;
  sortDesc?: boolean;
  filters?: FiltersOf<P>;
  /** Shows the former page while the next one, or another filter, loads. */
  keepsFormer?: boolean;
};

const queryOptions = ({ enabled, staleTime, refetchOnWindowFocus }: ReadOptions) => ({
  ...(enabled !== undefined && { enabled }),
  ...(staleTime !== undefined && { staleTime }),
  ...(refetchOnWindowFocus !== undefined && { refetchOnWindowFocus }),
});

/** The key of a cached record is made of this too: nothing is given where there is nothing to say. */
const metaOf = (of: Of | undefined) => (of ? { meta: { of } } : {});

/** A list through Refine: a page of it, or all where the contract answers all. Screens show what goes wrong themselves. */
export function useResourceList<P extends Resource>(resource: P, options: ResourceListOptions<P> = {}) {
  const { page = 0, itemsPerPage = 25, sortBy, sortDesc = true, filters = {}, keepsFormer } = options;
  return useList<RowOf<P>, HttpError>({
    resource: resource.name,
    pagination: isPaged(resource) ? { currentPage: page + 1, pageSize: itemsPerPage } : { mode: 'off' },
    sorters: sortBy === undefined ? [] : [{ field: sortBy, order: sortDesc ? 'desc' : 'asc' }],
    filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value })),
    ...metaOf(options.of),
    queryOptions: { ...queryOptions(options), ...(keepsFormer && { placeholderData: keepPreviousData }) },
    errorNotification: false,
  });
}

/** One record through Refine, by its id; nothing is asked while there is none. */
export function useResourceOne<P extends Resource>(resource: P, id: RecordId | undefined, options: ReadOptions = {}) {
  return useOne<OneOf<P>, HttpError>({
    resource: resource.name,
    id: id as BaseKey,
    ...metaOf(options.of),
    queryOptions: { ...queryOptions(options), enabled: id !== undefined && options.enabled !== false },
    errorNotification: false,
  });
}

/** Changes records: `run` never raises, says what came of it, and keeps an intent's idempotency key as `useCall` does. */
export function useResourceUpdate<P extends Resource>(resource: P, options: UseCallOptions = {}) {
  const { mutateAsync, mutation } = useUpdate<WrittenOf<P, 'update'>, HttpError, object>();
  const write = useWrite(resource.name, options);
  const run = useCallback(
    (
      id: RecordId,
      values: ValuesOf<P, 'update'>,
      given: WriteGiven = {},
    ): Promise<CallResult<WrittenOf<P, 'update'>>> =>
      write(id, values, given, (request) => mutateAsync({ ...request, id, values: values as object })),
    [write, mutateAsync],
  );
  return { run, isPending: mutation.isPending, error: mutation.error };
}

/** Deletes records; as `useResourceUpdate`. */
export function useResourceDelete<P extends Resource>(resource: P, options: UseCallOptions = {}) {
  const { mutateAsync, mutation } = useDelete<WrittenOf<P, 'remove'>, HttpError>();
  const write = useWrite(resource.name, options);
  const run = useCallback(
    (id: RecordId, given: WriteGiven = {}): Promise<CallResult<WrittenOf<P, 'remove'>>> =>
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
      { of, idempotencyKey: given }: WriteGiven,
      mutate: (request: WriteRequest) => Promise<{ data: T }>,
    ): Promise<CallResult<T>> => {
      const said = notices({ success, failure, showsErrors });
      const result = await attempt({ row: { id, of }, values, idempotencyKey: given }, (idempotencyKey) =>
        mutate({ resource, meta: { idempotencyKey, ...(of && { of }) }, ...said }),
      );
      return result.ok ? { ok: true, value: result.value.data } : result;
    },
    [resource, success, failure, showsErrors, attempt],
  );
}

/** The record's parents, where its path names any, and the key a form keeps. */
export type WriteGiven = GivenKey & { of?: Of | undefined };

type WriteRequest = { resource: string; meta: { idempotencyKey: string; of?: Of } } & ReturnType<typeof notices>;

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

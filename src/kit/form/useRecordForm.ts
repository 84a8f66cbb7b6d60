import type { BaseRecord, HttpError } from '@refinedev/core';
import { useForm as useRefineForm } from '@refinedev/react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { resourceKey } from '../../providers/refine/live-refine';
import type { RecordId, Resource } from '../../providers/refine/resource';
import { type ParentsOf, SCOPE_NAMES, type WrittenOf } from '../../providers/refine/resource-types';
import { type CallResult, useCall } from '../../providers/refine/use-call';
import { attempt } from './attempt';
import type { FormOptions, RecordForm } from './types';
import { useFormLife } from './useFormLife';

type Created<P> = WrittenOf<P, 'create'>;
type Saved<P> = Created<P> | WrittenOf<P, 'update'>;

/** Path parameters besides the record's own id, such as a payment's order. */
type Parents<P> = { of?: ParentsOf<P, 'create'> | ParentsOf<P, 'update'> };

type CreateOptions<P, V extends FieldValues> = FormOptions<V, Created<P>> & Parents<P> & { id?: undefined };
/** The record to edit; without it, creates one. */
type SaveOptions<P, V extends FieldValues> = FormOptions<V, Saved<P>> & Parents<P> & { id?: RecordId | undefined };

/**
 * A record's create or edit form through Refine, validated by its contract's body. Pass `values` as `useResourceOne` or
 * a list returns them; they may change at any time. The draft is kept by resource, parents and id.
 */
export function useRecordForm<P extends Resource, V extends FieldValues>(
  resource: P,
  options: CreateOptions<P, V>,
): RecordForm<V>;
export function useRecordForm<P extends Resource, V extends FieldValues>(
  resource: P,
  options: SaveOptions<P, V>,
): RecordForm<V>;
export function useRecordForm<P extends Resource, V extends FieldValues>(
  resource: P,
  options: SaveOptions<P, V>,
): RecordForm<V> {
  const { id, of, values } = options;
  const endpoint = id === undefined ? resource.create : resource.update;
  const key = useRef('');
  // Refine spreads this when sending, so the getter gives the current intent's key.
  const mutationMeta = useMemo(
    () => ({
      get idempotencyKey() {
        return key.current;
      },
    }),
    [],
  );
  const { refineCore, ...rhf } = useRefineForm<Saved<P> & BaseRecord, HttpError, V>({
    defaultValues: values as DefaultValues<V>,
    warnWhenUnsavedChanges: false,
    disableServerSideValidation: true,
    refineCoreProps: {
      resource: resource.name,
      action: id === undefined ? 'create' : 'edit',
      ...(id === undefined ? {} : { id }),
      redirect: false,
      invalidates: ['resourceAll'],
      // Refine's own read would overwrite typed values; they come from the caller and are merged.
      queryOptions: { enabled: false },
      queryMeta: { form: 'merged' },
      liveMode: 'off',
      ...(of ? { meta: { of } } : {}),
      mutationMeta,
      successNotification: false,
      errorNotification: false,
    },
  });
  // Refine returns a new object each render; watchers need a stable one.
  const form = Object.assign(useRef(rhf).current, rhf) as unknown as UseFormReturn<V>;
  const client = useQueryClient();
  const send = (body: unknown, idempotencyKey: string) => {
    key.current = idempotencyKey;
    return attempt(async () => (await refineCore.onFinish(body as V))?.data as Saved<P>);
  };
  // After a refused write Refine refetches; wait for that.
  const refresh = () =>
    client.refetchQueries({ queryKey: resourceKey(resource.name), type: 'active' }, { cancelRefetch: false });
  return useFormLife(form, send, endpoint?.body as z.ZodType | undefined, {
    draft: [resource.name, ...Object.values(of ?? {}), id ?? 'new'].join('/'),
    refresh,
    ...options,
    supplied: SCOPE_NAMES,
  });
}

/** Any other form: `send` submits and returns the result. Keeps no draft unless one is named. */
export function useActionForm<V extends FieldValues, R>(
  send: (values: V, idempotencyKey: string) => Promise<CallResult<R>>,
  { schema, ...options }: FormOptions<V, R> & { schema?: z.ZodType | undefined },
): RecordForm<V> {
  const rhf = useForm<V>({ defaultValues: options.values as DefaultValues<V> });
  return useFormLife(rhf, (body, key) => send(body as V, key), schema, options);
}

type CallFormOptions<E extends Endpoint, V extends FieldValues> = FormOptions<V, CallOutput<E>> &
  (CallInput<E> extends { params: infer P } ? { params: P } : { params?: undefined });

/** A form for a call that isn't a record's create or update, validated by its contract's body. */
export function useCallForm<E extends Endpoint, V extends FieldValues>(
  endpoint: E,
  options: CallFormOptions<E, V>,
): RecordForm<V> {
  const { params, values } = options;
  const rhf = useForm<V>({ defaultValues: values as DefaultValues<V> });
  const { run } = useCall(endpoint, { showsErrors: true });
  const send = (body: unknown, idempotencyKey: string) =>
    run({ ...(params === undefined ? {} : { params }), body } as CallInput<E>, { idempotencyKey });
  return useFormLife(rhf, send, endpoint.body as z.ZodType | undefined, {
    draft: `${endpoint.method} ${endpoint.path} ${JSON.stringify(params ?? {})}`,
    ...options,
  });
}

import { type BaseKey, type BaseRecord, type HttpError, useInvalidate } from '@refinedev/core';
import { useForm as useRefineForm } from '@refinedev/react-hook-form';
import { useMemo, useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { useCall } from '../../providers/use-call';
import { type FormOptions, type RecordForm, useFormLife } from './useFormLife';

export type RecordFormOptions<V extends FieldValues, R> = FormOptions<V, R> & {
  resource: string;
  /** Edits this record; without, one is created. */
  id?: BaseKey | undefined;
  /** The body of the call behind it, as the contract has it. */
  schema: z.ZodType;
};

/**
 * The form of a record, created or edited through Refine. Give `values` of the record as `useOne` or a list has it; they
 * may change under the form at any time. The draft is kept under the resource and id unless said otherwise.
 */
export function useRecordForm<V extends FieldValues, R extends BaseRecord = BaseRecord>(
  options: RecordFormOptions<V, R>,
): RecordForm<V> {
  const { resource, id, schema, values } = options;
  const key = useRef('');
  // Refine spreads this when it sends: the key is that of the intent then under way.
  const mutationMeta = useMemo(
    () => ({
      get idempotencyKey() {
        return key.current;
      },
    }),
    [],
  );
  const { refineCore, ...rhf } = useRefineForm<R, HttpError, V>({
    defaultValues: values as DefaultValues<V>,
    warnWhenUnsavedChanges: false,
    disableServerSideValidation: true,
    refineCoreProps: {
      resource,
      action: id === undefined ? 'create' : 'edit',
      ...(id === undefined ? {} : { id }),
      redirect: false,
      // Refine's own reading would write over what was typed: the values come from the caller, and are merged.
      queryOptions: { enabled: false },
      queryMeta: { form: 'merged' },
      liveMode: 'off',
      mutationMeta,
      successNotification: false,
      errorNotification: false,
    },
  });
  const invalidate = useInvalidate();
  const send = async (body: unknown, idempotencyKey: string) => {
    key.current = idempotencyKey;
    try {
      const answer = await refineCore.onFinish(body as V);
      return { ok: true as const, value: answer?.data as R };
    } catch (error) {
      return { ok: false as const, error };
    }
  };
  const refresh = () => invalidate({ resource, ...(id === undefined ? {} : { id }), invalidates: ['list', 'detail'] });
  return useFormLife(rhf as unknown as UseFormReturn<V>, send, schema, {
    draft: `${resource}/${id ?? 'new'}`,
    refresh,
    ...options,
  });
}

type CallFormOptions<E extends Endpoint, V extends FieldValues> = FormOptions<V, CallOutput<E>> &
  (CallInput<E> extends { params: infer P } ? { params: P } : { params?: undefined });

/** The form of an act that is no record's create or update: a call, checked by the body its contract declares. */
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

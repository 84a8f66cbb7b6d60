import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import type { LiveTopic } from '../../domain/live/events';
import { call } from './call';
import { isAbort } from './call-errors';
import { type Intent, intentAfter, intentFor } from './intent';
import { callWithQuestions } from './refusals';
import { reportError, showSnack } from './snackbar';

/** The key a call's answer is cached under; without input, that of all its answers. */
export function callKey(endpoint: Endpoint, input?: unknown): QueryKey {
  return input === undefined
    ? ['call', endpoint.method, endpoint.path]
    : ['call', endpoint.method, endpoint.path, input];
}

export type CallQueryOptions = {
  enabled?: boolean;
  /** What makes the answer outdated; it is then fetched again by itself. */
  topics?: readonly LiveTopic[];
  /** The replies of this tab's own writes keep the answer up to date: their news asks for no second read. */
  keptByReplies?: boolean;
  /** Shows the former answer while the next page or filter loads. */
  keepsFormer?: boolean;
  /** Milliseconds an answer is taken as fresh; 10,000 unless said. */
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
};

/** Reads through the contract, cached by endpoint and input within the organization entered. */
export function useCallQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { topics = [], keptByReplies = false, keepsFormer, ...options }: CallQueryOptions = {},
): UseQueryResult<CallOutput<E>, Error> {
  return useQuery<CallOutput<E>, Error>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { topics, keptByReplies },
    ...(keepsFormer ? { placeholderData: keepPreviousData } : {}),
    ...options,
  } as Parameters<typeof useQuery<CallOutput<E>, Error>>[0]);
}

export type CallResult<T> = { ok: true; value: T } | { ok: false; error: unknown };

export type UseCallOptions = {
  /** Said when it is done. */
  success?: string;
  /** Said when the platform gives no sentence of its own. */
  failure?: string;
  /** The screen shows failures by itself. */
  showsErrors?: boolean;
};

/**
 * Writes through the contract. `run` never raises: it gives the value or the error, and says either in the snackbar.
 * The same values keep their idempotency key while it is unknown what became of them, so trying again has one effect;
 * rows (the call's parameters) have intents of their own, and a form gives the key it keeps. What lacks a tracking
 * system key is tried again by itself once the person has entered it.
 */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions = {}) {
  const { success, failure, showsErrors = false } = options;
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const intents = useRef(new Map<string, Intent>());

  const run = useCallback(
    async (input: CallInput<E>, given: { idempotencyKey?: string } = {}): Promise<CallResult<CallOutput<E>>> => {
      const row = JSON.stringify((input as { params?: unknown }).params ?? null);
      const intent = intentFor(intents.current.get(row), input);
      const idempotencyKey = given.idempotencyKey ?? intent.key;
      intents.current.set(row, intent);
      setPending((count) => count + 1);
      setError(null);
      try {
        const value = await callWithQuestions(endpoint, input, endpoint.idempotent ? { idempotencyKey } : {});
        if (intents.current.get(row) === intent) intents.current.delete(row);
        if (success) showSnack({ status: 'success', message: success });
        return { ok: true, value };
      } catch (caught) {
        if (!intentAfter(intent, caught) && intents.current.get(row) === intent) intents.current.delete(row);
        if (!isAbort(caught)) setError(caught);
        if (!showsErrors) reportError(caught, failure);
        return { ok: false, error: caught };
      } finally {
        setPending((count) => count - 1);
      }
    },
    [endpoint, success, failure, showsErrors],
  );

  return { run, isPending: pending > 0, error };
}

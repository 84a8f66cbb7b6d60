import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import type { LiveTopic } from '../../domain/live/events';
import { call } from './call';
import { isAbort, isUnknown } from './call-errors';
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
  success?: string | undefined;
  /** Said when the platform gives no sentence of its own. */
  failure?: string | undefined;
  /** The screen shows failures by itself. */
  showsErrors?: boolean | undefined;
};

/**
 * Writes through the contract. `run` never raises: it gives the value or the error, and says either in the snackbar.
 * An intent keeps its idempotency key while it is unknown what became of it, so trying again has one effect;
 * intents are told apart by the row they are about (the call's parameters). What lacks a key is tried again by itself
 * once the person has entered it.
 */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions = {}) {
  const { success, failure, showsErrors = false } = options;
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const attempt = useIntents();

  const run = useCallback(
    async (input: CallInput<E>): Promise<CallResult<CallOutput<E>>> => {
      setPending((count) => count + 1);
      setError(null);
      const result = await attempt((input as { params?: unknown }).params, (idempotencyKey) =>
        callWithQuestions(endpoint, input, endpoint.idempotent ? { idempotencyKey } : {}),
      );
      setPending((count) => count - 1);
      if (result.ok) {
        if (success) showSnack({ status: 'success', message: success });
      } else {
        if (!isAbort(result.error)) setError(result.error);
        if (!showsErrors) reportError(result.error, failure);
      }
      return result;
    },
    [endpoint, success, failure, showsErrors, attempt],
  );

  return { run, isPending: pending > 0, error };
}

/**
 * Keeps an idempotency key for each intent while it is unknown what became of it, so that trying again has one effect.
 * `attempt` takes what tells intents apart, such as the row they are about, and never raises.
 */
export function useIntents() {
  const keys = useRef(new Map<string, string>());
  return useCallback(
    async <T>(intent: unknown, run: (idempotencyKey: string) => Promise<T>): Promise<CallResult<T>> => {
      const name = JSON.stringify(intent ?? null);
      const key = keys.current.get(name) ?? crypto.randomUUID();
      keys.current.set(name, key);
      try {
        const value = await run(key);
        keys.current.delete(name);
        return { ok: true, value };
      } catch (error) {
        if (!isUnknown(error)) keys.current.delete(name);
        return { ok: false, error };
      }
    },
    [],
  );
}

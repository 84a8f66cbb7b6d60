import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import type { LiveTopic } from '../../../domain/live/events';
import { type CallOptions, call, callNow } from '../call';
import { isAbort, putInWords } from '../call/call-errors';
import { type KeyedInput, keyedInputAfter, keyedInputFor } from '../call/idempotency-key';
import { callWithQuestions } from '../session/refusals';
import { reportError, showSnack } from '../snackbar';
import { startingWith } from './query-start';

/** A call's cache key; without input, the prefix of all its replies. */
export function callKey(endpoint: Endpoint, input?: unknown): QueryKey {
  return input === undefined
    ? ['call', endpoint.method, endpoint.path]
    : ['call', endpoint.method, endpoint.path, input];
}

export type CallQueryOptions = {
  enabled?: boolean;
  /** What makes the reply stale; it is then refetched. */
  topics?: readonly LiveTopic[];
  /** The screen shows its own writes' replies, so their live events need no refetch. */
  updatedByReplies?: boolean;
  /** Shows the previous reply while the next page or filter loads. */
  keepsPrevious?: boolean;
  /** Milliseconds a reply counts as fresh; 10,000 by default. */
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
  /** How often a failed read is repeated, whatever failed. */
  retry?: number;
  /** Tells input apart that is too large to be compared with every render. */
  keyedBy?: string | undefined;
  /** Reads again once the person has entered the tracking system key it lacked. */
  waitsForKey?: boolean;
};

/** Reads through the contract, cached by endpoint and input within the current organization. */
export function useCallQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  {
    topics = [],
    updatedByReplies = false,
    keepsPrevious,
    keyedBy,
    waitsForKey = false,
    ...options
  }: CallQueryOptions = {},
): UseQueryResult<CallOutput<E>, Error> {
  const read = waitsForKey ? callWithQuestions : call;
  return useQuery<CallOutput<E>, Error>({
    queryKey: callKey(endpoint, keyedBy ?? input),
    queryFn: ({ signal }) => read(endpoint, input, { signal }),
    meta: { topics, updatedByReplies },
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...options,
    ...(options.enabled !== false && !waitsForKey && callStart(endpoint, input)),
  } as Parameters<typeof useQuery<CallOutput<E>, Error>>[0]);
}

/** How a call's query starts: with the reply that was asked for ahead, if that is here. */
const callStart = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  startingWith(() => {
    const now = callNow(endpoint, input);
    return now && { data: now.reply, at: now.at };
  });

export type CallResult<T> = { ok: true; value: T } | { ok: false; error: unknown };

export type UseCallOptions = {
  /** Message on success. */
  success?: string | undefined;
  /** Message when the platform gives none. */
  failure?: string | undefined;
  /** The screen shows failures itself. */
  showsErrors?: boolean | undefined;
};

/**
 * Writes through the contract. `run` never raises: it returns the value or the error, and shows either in the snackbar.
 * The same values keep their idempotency key while their result is unknown, so retrying has one effect; each row (the
 * call's parameters) has its own intent, and forms pass the key they keep. A call that lacks a tracking system key is
 * retried once the person has entered it.
 */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions = {}) {
  const { success, failure, showsErrors = false } = options;
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const attempt = useIntents();

  const run = useCallback(
    async (
      input: CallInput<E>,
      { signal, onProgress, ...given }: GivenKey & Pick<CallOptions, 'signal' | 'onProgress'> = {},
    ): Promise<CallResult<CallOutput<E>>> => {
      setPending((count) => count + 1);
      setError(null);
      const intent = { row: (input as { params?: unknown }).params, values: input, ...given };
      const result = await attempt(intent, (idempotencyKey) =>
        callWithQuestions(endpoint, input, {
          ...(endpoint.idempotent ? { idempotencyKey } : {}),
          ...(signal ? { signal } : {}),
          ...(onProgress ? { onProgress } : {}),
        }),
      );
      setPending((count) => count - 1);
      if (result.ok) {
        if (success) showSnack({ status: 'success', message: success });
      } else {
        putInWords(result.error, failure);
        if (!isAbort(result.error)) setError(result.error);
        if (!showsErrors) reportError(result.error, failure);
      }
      return result;
    },
    [endpoint, success, failure, showsErrors, attempt],
  );

  return { run, isPending: pending > 0, error };
}

/** The idempotency key a form keeps for its content. */
export type GivenKey = { idempotencyKey?: string | undefined };

/**
 * Runs writes as intents, one per row: the same values keep their key while their result is unknown. Returns a result
 * instead of raising.
 */
export function useIntents() {
  const intents = useRef(new Map<string, KeyedInput>());
  return useCallback(
    async <T>(
      { row, values, idempotencyKey }: GivenKey & { row: unknown; values: unknown },
      write: (idempotencyKey: string) => Promise<T>,
    ): Promise<CallResult<T>> => {
      const name = JSON.stringify(row ?? null);
      const intent = keyedInputFor(intents.current.get(name), values);
      intents.current.set(name, intent);
      const end = () => intents.current.get(name) === intent && intents.current.delete(name);
      try {
        const value = await write(idempotencyKey ?? intent.key);
        end();
        return { ok: true, value };
      } catch (error) {
        if (!keyedInputAfter(intent, error)) end();
        return { ok: false, error };
      }
    },
    [],
  );
}

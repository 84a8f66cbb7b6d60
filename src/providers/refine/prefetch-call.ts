import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import type { LiveTopic } from '../../../domain/live/events';
import { savesData } from '../../ui/slow-connection';
import { call } from '../call';
import { callKey } from './use-call';

/** How long a reply counts as fresh. */
const FRESH_MS = 10_000;

/** Reads ahead what the reader is about to open, unless their connection is to be spared. */
export function prefetchCall<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: CallInput<E>,
  topics: readonly LiveTopic[] = [],
): void {
  if (savesData()) return;
  void client.prefetchQuery({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    meta: { topics },
    staleTime: FRESH_MS,
  });
}

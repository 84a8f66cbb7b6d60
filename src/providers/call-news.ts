import type { Endpoint } from '../../domain/contract/endpoint';
import type { CallError } from './call-errors';
import { listeners } from './listeners';

/** What the shell may want to say or do about calls; none of it happens here. */
export const callNews = {
  /** The session cannot be continued: the provider refused to. */
  signedOut: listeners<void>(),
  temporaryEnded: listeners<void>(),
  /** Every refusal, also those a screen shows by itself. */
  refused: listeners<{ error: CallError; endpoint: Endpoint }>(),
  /** A write was carried out; `resource` is the one Refine reads again by itself. */
  done: listeners<{ endpoint: Endpoint; resource: string | undefined }>(),
  /** The server speaks a newer dialect than this page. */
  unreadable: listeners<void>(),
  online: listeners<boolean>(),
  /** Calls under way. */
  busy: listeners<number>(),
};

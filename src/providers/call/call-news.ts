import type { Endpoint } from '../../../domain/contract/endpoint';
import { listeners } from '../listeners';
import type { CallError } from './call-errors';

/** Events about calls for the shell. */
export const callNews = {
  /** The session can't continue: the provider refused. */
  signedOut: listeners<void>(),
  temporaryEnded: listeners<void>(),
  /** Someone else signed in in another tab, so a call of this one wasn't sent. */
  otherPerson: listeners<void>(),
  /** Every refusal, including those a screen shows itself. */
  refused: listeners<{ error: CallError; endpoint: Endpoint; asksNothing: boolean }>(),
  /** A write succeeded, with this reply, and changed these topics; `resource` is the one Refine refetches itself. */
  done: listeners<{ endpoint: Endpoint; reply: unknown; topics: readonly string[]; resource: string | undefined }>(),
  /** The server has a newer build than this page. */
  unreadable: listeners<void>(),
  online: listeners<boolean>(),
  /** Pending calls. */
  busy: listeners<number>(),
};

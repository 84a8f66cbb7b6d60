import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { call } from '../call';
import { shownSubject } from '../call/call-context';
import { CallError, isAbort, isUnanswered, isUnknown, LookingOnly, messageOf } from '../call/call-errors';
import { currentSubject, readTemporaryToken } from '../call/tokens';
import { signedInNow } from '../session/session-store';
import { actorOf, type KeptAct, type Owner } from './here';
import { parkAct, readAct, readActs, removeAct } from './store';

/** What can be kept: how it is sent, and what a reply says of an act: why it had no effect, or null once it has. */
export type KeptKind<E extends Endpoint = Endpoint> = {
  name: string;
  endpoint: E;
  refusalOf?(reply: CallOutput<E>, act: KeptAct): Promise<string | null> | string | null;
};

/** How a kind is found whose screen isn’t open. */
export type LoadKind = (name: string) => Promise<KeptKind | null>;

/** What became of an act: confirmed, or refused and parked. */
type OnSent = (act: KeptAct, problem: string | null) => void;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that answers this often that it can’t is right about this act, and later ones shall not wait. */
const MOST_FAULTS = 5;

const nameOf = ({ userId, orgId, kind }: Owner) => `${kind}/${orgId}/${userId}`;
const senders = new Map<string, () => void>();

/** Sends an owner’s acts in their order, now also if it waits to try again. Of all windows of the browser one at a time does. */
export function wakeSender(owner: Owner, load: LoadKind, onSent: OnSent): void {
  const name = nameOf(owner);
  const wake = senders.get(name) ?? senderOf(owner, load, onSent);
  senders.set(name, wake);
  wake();
}

function senderOf(owner: Owner, load: LoadKind, onSent: OnSent): () => void {
  let interrupt: (() => void) | null = null;
  let isSending = false;
  let isAsked = false;
  const trouble: Trouble = { seq: 0, faults: 0 };
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      interrupt = null;
    });
  const sendAll = async () => {
    while (isAsked) {
      isAsked = false;
      const kind = await load(owner.kind);
      if (kind) await sendWaiting({ owner, kind, rest, onSent, trouble, isAskedAgain: () => isAsked });
    }
  };
  const wake = () => {
    isAsked = true;
    interrupt?.();
    if (isSending) return;
    isSending = true;
    void navigator.locks
      .request(`verdant-acts/${nameOf(owner)}`, sendAll)
      .catch(() => undefined)
      .finally(() => {
        isSending = false;
      });
  };
  addEventListener('online', wake);
  return wake;
}

/**
 * Whether calls are made as whoever did it. A page that shows somebody who isn’t signed in anymore is about to be left, and
 * one that shows itself as somebody else sees it changes nothing.
 */
function isSignedIn({ userId }: Owner): boolean {
  const session = signedInNow();
  if (session === null || session.hasEnded || session.seenAs !== null || actorOf(session) !== userId) return false;
  if (session.user.impersonatedBy) return readTemporaryToken() !== null;
  return readTemporaryToken() === null && shownSubject() === currentSubject();
}

/** How often the server answered that it can’t, to which act. */
type Trouble = { seq: number; faults: number };

type Sending = {
  owner: Owner;
  kind: KeptKind;
  trouble: Trouble;
  rest: (ms: number) => Promise<void>;
  onSent: OnSent;
  /** One may have come before these, such as one to try again. */
  isAskedAgain: () => boolean;
};

/** Sends what waits until nothing does, or who is signed in has changed. */
async function sendWaiting({ owner, kind, trouble, rest, onSent, isAskedAgain }: Sending): Promise<void> {
  const all = (await readActs(owner.userId)).filter((act) => nameOf(act) === nameOf(owner) && act.problem === null);
  let pause = FIRST_PAUSE_MS;
  for (let at = 0; at < all.length && !isAskedAgain(); ) {
    // Another window may have discarded it.
    const act = await readAct((all[at] as KeptAct).seq);
    if (act?.problem !== null) {
      at += 1;
      continue;
    }
    if (!isSignedIn(owner)) return;
    try {
      const problem = await send(kind, act);
      pause = FIRST_PAUSE_MS;
      await settle(act, problem);
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      // Whoever signs in again, or is themselves again, finds it kept.
      if (status === 401 || error instanceof LookingOnly || isAbort(error)) return;
      if (trouble.seq !== act.seq) Object.assign(trouble, { seq: act.seq, faults: 0 });
      if (isUnknown(error) && !isUnanswered(error)) trouble.faults += 1;
      if ((isUnknown(error) && trouble.faults < MOST_FAULTS) || status === 429) {
        await rest(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        continue;
      }
      trouble.faults = 0;
      await settle(act, reasonOf(error));
    }
    at += 1;
  }

  async function settle(act: KeptAct, problem: string | null): Promise<void> {
    if (problem === null) await removeAct(act.seq);
    else await parkAct(act.seq, problem);
    onSent(act, problem);
  }
}

async function send(kind: KeptKind, act: KeptAct): Promise<string | null> {
  const options = { orgId: act.orgId, idempotencyKey: act.key, quiet: true, asksNothing: true };
  const reply = await call(kind.endpoint, act.input as CallInput<Endpoint>, options);
  return kind.refusalOf?.(reply, act) ?? null;
}

/** What a refusal says at a field is more than what it says of all. */
function reasonOf(error: unknown): string {
  const [first] = Object.values((error instanceof CallError && error.errors) || {}).flat();
  return first ? String(first) : messageOf(error);
}

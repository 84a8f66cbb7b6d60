import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { call } from '../call';
import { CallError, isUnanswered, isUnknown, LookingOnly, messageOf } from '../call/call-errors';
import { addAct, type KeptAct, type Owner, parkAct, readActs, removeAct } from './store';

export type { KeptAct } from './store';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that answers this often that it can’t is right about this act, and later ones shall not wait. */
const MOST_FAULTS = 5;

/** What a reply says of an act: why it had no effect, or null once it has. */
type RefusalOf<E extends Endpoint> = (reply: CallOutput<E>, act: KeptAct) => Promise<string | null> | string | null;

type Sender = {
  owner: Owner;
  endpoint: Endpoint;
  refusalOf: RefusalOf<Endpoint>;
  refresh: () => Promise<void>;
  /** Tries at once, also if it waits. */
  wake: () => void;
};

/** What is kept, by owner, as every part of the page shows it. */
const useStore = create<Readonly<Record<string, readonly KeptAct[]>>>(() => ({}));
const senders = new Map<string, Sender>();
const nameOf = ({ userId, orgId, kind }: Owner) => `${kind}/${orgId}/${userId}`;
const NONE: readonly KeptAct[] = [];
const neverRefuses = () => null;

/**
 * Acts of one kind that are kept in this browser first and then sent, in their order and each once, whether or not there is a
 * connection. A refused one is parked with the reason and holds up none of the later ones. Other windows of the
 * browser show the same; one at a time sends.
 */
export function useKeptActs<E extends Endpoint>(
  endpoint: E,
  owner: Owner,
  group: string,
  refusalOf: RefusalOf<E> = neverRefuses,
) {
  const { userId, orgId, kind } = owner;
  const name = nameOf(owner);
  useEffect(() => {
    const { refresh, wake } = senderOf({ endpoint, refusalOf }, { userId, orgId, kind });
    void refresh().then(wake);
  }, [endpoint, refusalOf, userId, orgId, kind]);
  const all = useStore((kept) => kept[name]) ?? NONE;
  const acts = useMemo(() => all.filter((act) => act.group === group), [all, group]);
  const sender = () => senderOf({ endpoint, refusalOf }, { userId, orgId, kind });
  return {
    acts,
    /** Resolves once it is kept. */
    async keep(subject: string, input: CallInput<E>): Promise<void> {
      const at = new Date().toISOString();
      await addAct({ userId, orgId, kind, key: crypto.randomUUID(), group, subject, input, at, problem: null });
      await changed(sender());
    },
    async drop({ seq }: KeptAct): Promise<void> {
      await removeAct(seq);
      await changed(sender());
    },
    async tryAgain({ seq }: KeptAct): Promise<void> {
      await parkAct(seq, null);
      await changed(sender());
    },
    tryNow: () => sender().wake(),
  };
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('verdant-acts');
channel?.addEventListener('message', ({ data }) => void senders.get(String(data))?.refresh());

async function changed({ owner, refresh, wake }: Sender): Promise<void> {
  await refresh();
  channel?.postMessage(nameOf(owner));
  wake();
}

/** A kind’s endpoint and its reading of replies are the same wherever it is used. */
function senderOf<E extends Endpoint>(of: { endpoint: E; refusalOf: RefusalOf<E> }, owner: Owner): Sender {
  const name = nameOf(owner);
  const known = senders.get(name);
  if (known) return known;
  let interrupt: (() => void) | null = null;
  let isSending = false;
  let isAsked = false;
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
  const sender: Sender = {
    owner,
    endpoint: of.endpoint,
    refusalOf: of.refusalOf as RefusalOf<Endpoint>,
    async refresh() {
      const acts = await readActs(owner);
      useStore.setState({ [name]: acts });
    },
    wake() {
      isAsked = true;
      interrupt?.();
      if (isSending) return;
      isSending = true;
      void navigator.locks
        .request(`verdant-acts/${name}`, async () => {
          while (isAsked) {
            isAsked = false;
            await sendAll(sender, rest);
          }
        })
        .catch(() => undefined)
        .finally(() => {
          isSending = false;
        });
    },
  };
  senders.set(name, sender);
  addEventListener('online', sender.wake);
  return sender;
}

/** Sends what waits until nothing does, or who is signed in has changed. */
async function sendAll(sender: Sender, rest: (ms: number) => Promise<void>): Promise<void> {
  const { owner, endpoint, refusalOf, refresh } = sender;
  let [pause, faults] = [FIRST_PAUSE_MS, 0];
  for (;;) {
    const [act] = (await readActs(owner)).filter(({ problem }) => problem === null);
    if (act === undefined) return;
    try {
      const options = { orgId: owner.orgId, idempotencyKey: act.key, quiet: true };
      const reply = await call(endpoint, act.input as CallInput<Endpoint>, options);
      const problem = await refusalOf(reply, act);
      if (problem === null) await removeAct(act.seq);
      else await parkAct(act.seq, problem);
      [pause, faults] = [FIRST_PAUSE_MS, 0];
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      // Whoever signs in again, or is themselves again, finds it kept.
      if (status === 401 || error instanceof LookingOnly) return;
      if (isUnknown(error) && !isUnanswered(error)) faults += 1;
      if ((isUnknown(error) && faults < MOST_FAULTS) || status === 429) {
        await rest(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        continue;
      }
      faults = 0;
      await parkAct(act.seq, reasonOf(error));
    }
    await refresh();
    channel?.postMessage(nameOf(owner));
  }
}

/** What a refusal says at a field is more than what it says of all. */
function reasonOf(error: unknown): string {
  const [first] = Object.values((error instanceof CallError && error.errors) || {}).flat();
  return first ? String(first) : messageOf(error);
}

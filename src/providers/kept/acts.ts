import { useEffect, useMemo } from 'react';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { useSession } from '../session';
import { onSession, signedInNow } from '../session/session-store';
import { actorOf, type KeptAct, useKept } from './here';
import { type KeptKind, type LoadKind, wakeSender } from './send';
import { addAct, parkAct, readActs, removeAct } from './store';

export type { KeptAct } from './here';
export type { KeptKind } from './send';

/** Kinds of the screens that were opened, and how those of others are found. */
const known = new Map<string, KeptKind>();
let loadOther: LoadKind = async () => null;
const loadKind: LoadKind = async (name) => known.get(name) ?? loadOther(name);

/** Sends what is kept, whatever screen is open, while whoever did it is signed in. */
export function sendKept(load: LoadKind): void {
  loadOther = load;
  void refresh();
}

/** Where acts are done: a screen’s address, and what people call what it shows. */
export type Place = { path: string; place: string };

/**
 * Acts of one kind at one place that are kept in this browser first and then sent, in their order and each once, whether or not
 * there is a connection. A refused one is parked with the reason and holds up none of the later ones. Other windows of the
 * browser show the same; one at a time sends.
 */
export function useKeptActs<E extends Endpoint>(kind: KeptKind<E>, { path, place }: Place) {
  const session = useSession();
  const [userId, orgId] = [actorOf(session), session.scope?.orgId ?? 0];
  const { name } = kind;
  useEffect(() => {
    known.set(kind.name, kind);
    void refresh();
  }, [kind]);
  const all = useKept();
  const acts = useMemo(
    () => all.filter((act) => act.path === path && act.kind === name && act.orgId === orgId && act.userId === userId),
    [all, path, name, orgId, userId],
  );
  return useMemo(
    () => ({
      acts,
      /** Resolves once it is kept and shown; rejects only if it isn’t kept. */
      async keep(subject: string, input: CallInput<E>): Promise<void> {
        const [key, at] = [crypto.randomUUID(), new Date().toISOString()];
        await addAct({ userId, orgId, kind: name, key, path, place, subject, input, at, problem: null });
        await changed().catch(() => undefined);
      },
      drop: dropAct,
      tryAgain,
      tryNow,
    }),
    [acts, userId, orgId, name, path, place],
  );
}

/** Discards an act. */
export async function dropAct({ seq }: KeptAct): Promise<void> {
  await removeAct(seq);
  await changed();
}

/** Has a refused act sent once more. */
export async function tryAgain({ seq }: KeptAct): Promise<void> {
  await parkAct(seq, null);
  await changed();
}

/** Sends at once what waits, also if it would be tried again later. */
export const tryNow = (): Promise<void> => refresh();

/** What the person who is signed in did here that isn’t confirmed, as the browser’s database has it. */
export async function readKept(): Promise<readonly KeptAct[]> {
  await refresh();
  return useKept.getState();
}

/** Tells other windows: `sent` where only that act has changed. */
type News = { sent: Sent } | { changed: true };
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('verdant-acts');
channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if ('sent' in data) show(data.sent);
  else void refresh();
});

async function changed(): Promise<void> {
  await refresh();
  channel?.postMessage({ changed: true } satisfies News);
}

type Sent = { seq: number; problem: string | null };

/** What became of acts since the database was read last: a reading under way may not have it. */
const settled = new Map<number, string | null>();

function show({ seq, problem }: Sent): void {
  settled.set(seq, problem);
  useKept.setState(asSettled, true);
}

const asSettled = (acts: readonly KeptAct[]): readonly KeptAct[] =>
  acts.flatMap((act) => {
    const problem = settled.get(act.seq);
    if (problem === undefined) return [act];
    return problem === null ? [] : [{ ...act, problem }];
  });

function onSent({ seq }: KeptAct, problem: string | null): void {
  show({ seq, problem });
  channel?.postMessage({ sent: { seq, problem } } satisfies News);
}

let reading: Promise<void> | null = null;
let readingNext: Promise<void> | null = null;

/** Reads what is kept and sends what waits. One reading follows the one under way, however often it is asked for meanwhile. */
function refresh(): Promise<void> {
  if (reading === null) {
    reading = read().finally(() => {
      reading = null;
    });
    return reading;
  }
  readingNext ??= reading
    .catch(() => undefined)
    .then(() => {
      readingNext = null;
      return refresh();
    });
  return readingNext;
}

async function read(): Promise<void> {
  const session = signedInNow();
  settled.clear();
  const acts = asSettled(session ? await readActs(actorOf(session)) : []);
  useKept.setState(acts, true);
  const waiting = new Map(acts.flatMap((act) => (act.problem === null ? [[`${act.kind}/${act.orgId}`, act]] : [])));
  for (const owner of waiting.values()) wakeSender(owner, loadKind, onSent);
}

// Whoever signed in again, or is themselves again, goes on.
onSession(() => void refresh());

import type { BooksFault, DocumentKind, DocumentState } from '../vocabulary';
import { isSame } from './canonical';

/*
 * How a document follows what it should be, whatever is lost on the way. What is sent is saved before it is sent, with a
 * request id of its revision and all that left in the same call: while it is there, nobody knows whether it arrived. It is
 * looked up then, and repeated in the same call, which the books answer without doing anything twice. A call of which they
 * did a part isn't repeated: the rest is sent alone once nothing of it can still be on the way. Nothing else is sent of a
 * document before that.
 */

export type SendAct = 'CREATE' | 'UPDATE' | 'VOID';

/** What is being sent, as it was begun. */
export type Sending = {
  act: SendAct;
  requestId: string;
  revision: number;
  incarnation: number;
  /** What the books have once it is taken; null is void. */
  content: unknown;
  /** As the port takes it. */
  draft: unknown;
  /** The version it was sent over, null for a new one; and the print of what the books have then, null when void. */
  version: string | null;
  print: string | null;
  /** The request ids of all that left in the same call, in their order. */
  batch: readonly string[];
  /** When it left, as an instant. */
  at: string;
};

/** A document there: `print` tells whether anything of it but its balance was changed. */
export type Seen = { id: string; version: string; number: string | null; print: string; isVoid: boolean };

/** Why a document isn't sent: the books' fault, or one of ours. */
export type SendFault = BooksFault | OwnFault;
export const OWN_FAULTS = [
  'UNMAPPED_CUSTOMER',
  'UNMAPPED_PRODUCT',
  'NO_DISCOUNT_ACCOUNT',
  'NO_DISCOUNTS',
  'NO_LINES',
  'NOT_INVOICED',
  'NO_CONNECTION',
  'CHANGED_THERE',
  'NUMBER_CUT',
] as const;
export type OwnFault = (typeof OWN_FAULTS)[number];

/** A document of ours, by its row. */
export type Followed = {
  kind: DocumentKind;
  state: DocumentState;
  /** Counts what it should be, also when it is to be sent again as it is. */
  revision: number;
  /** What it should be; null is void. */
  content: unknown;
  /** What the books took last; null while that isn't known, so that it is sent. */
  sentRevision: number | null;
  sentContent: unknown;
  externalId: string | null;
  externalVersion: string | null;
  externalNumber: string | null;
  /** The prints of what we may have left there, a line each: of our last write, and of one that may have arrived since. */
  seen: string | null;
  /** Counts the documents there: a void one is never filled again. */
  incarnation: number;
  sending: Sending | null;
  isDoubted: boolean;
  fault: SendFault | null;
  problem: string | null;
  attempts: number;
  isUndone: boolean;
};

/** A document that was never sent. */
export const begun = (kind: DocumentKind, content: unknown): Followed => ({
  kind,
  state: 'PENDING',
  revision: 1,
  content,
  sentRevision: null,
  sentContent: null,
  externalId: null,
  externalVersion: null,
  externalNumber: null,
  seen: null,
  incarnation: 1,
  sending: null,
  isDoubted: false,
  fault: null,
  problem: null,
  attempts: 0,
  isUndone: false,
});

const OPEN = { state: 'PENDING', fault: null, problem: null, attempts: 0 } as const;

/** Has it be something else; itself if it already should be that. */
export const want = (document: Followed, content: unknown): Followed =>
  isSame(document.content, content)
    ? document
    : { ...document, ...OPEN, fault: unread(document), content, revision: document.revision + 1 };

/** What they have that we don't know is read before anything is sent. */
function unread({ fault, state }: Followed): SendFault | null {
  if (fault === 'STALE' || fault === 'CHANGED_THERE') return 'STALE';
  return fault === 'DUPLICATE_NUMBER' && state === 'PENDING' ? fault : null;
}

/** Has it sent once more as it is, after its problem was mended; what they have of it is read before. */
export const sendAgain = (document: Followed): Followed => ({
  ...document,
  ...OPEN,
  fault: document.externalId !== null && !isVoidThere(document) ? 'STALE' : null,
  revision: document.revision + 1,
  sentRevision: null,
});

/** The same over whatever they made of it. */
export const overwrite = (document: Followed): Followed => ({ ...sendAgain(document), seen: ANY });

/** Stands for whatever is there, and for what is void, among prints. */
const [ANY, VOID] = ['any', 'void'];

/** Takes it back: it becomes void there, and follows nothing until it is pushed again. */
export const undo = (document: Followed): Followed => ({
  ...want(document, null),
  ...OPEN,
  fault: unread(document),
  isUndone: true,
});

/** Pushes one that was taken back. */
export const redo = (document: Followed, content: unknown): Followed => ({
  ...want(document, content),
  ...OPEN,
  fault: unread(document),
  isUndone: false,
});

export type Step =
  /** Something was begun: look it up, then repeat it. */
  | { step: 'RESOLVE'; sending: Sending }
  /** They had another version than we knew: read it. */
  | { step: 'READ_AGAIN' }
  /** Its number is taken: see by whom. */
  | { step: 'FIND_NUMBER' }
  | { step: 'SEND'; act: SendAct; incarnation: number }
  /** They have what it should be. */
  | { step: 'NOTHING' };

/** Whether there is something void there. */
const isVoidThere = ({ externalId, sentContent }: Followed): boolean => externalId !== null && sentContent === null;

/** Of which incarnation the next one created is. */
export const nextIncarnation = (document: Followed): number => document.incarnation + (isVoidThere(document) ? 1 : 0);

/** What is to be done next about an open document. */
export function nextStep(document: Followed): Step {
  const { sending, fault, content, externalId, incarnation } = document;
  if (sending !== null) return { step: 'RESOLVE', sending };
  if (fault === 'STALE') return { step: 'READ_AGAIN' };
  if (fault === 'DUPLICATE_NUMBER') return { step: 'FIND_NUMBER' };
  const isVoid = isVoidThere(document);
  if (content === null)
    return externalId === null || isVoid ? { step: 'NOTHING' } : { step: 'SEND', act: 'VOID', incarnation };
  if (externalId === null || isVoid) return { step: 'SEND', act: 'CREATE', incarnation: nextIncarnation(document) };
  // A payment isn't changed there: one that is to be sent once more is made anew.
  if (document.kind === 'PAYMENT')
    return document.sentRevision === null ? { step: 'SEND', act: 'VOID', incarnation } : { step: 'NOTHING' };
  const isThere = document.sentRevision !== null && isSame(content, document.sentContent);
  return isThere ? { step: 'NOTHING' } : { step: 'SEND', act: 'UPDATE', incarnation };
}

/** A document of which nothing more is to be sent. */
export const settled = (document: Followed): Followed => ({
  ...document,
  state: document.isUndone ? 'UNDONE' : 'SENT',
  sentRevision: document.revision,
  fault: null,
  problem: null,
  attempts: 0,
});

/** Begins to send: saved before anything leaves. */
export const begin = (document: Followed, sending: Sending): Followed => ({
  ...document,
  sending,
  attempts: document.attempts + 1,
});

/** The books took what was being sent. */
export function taken(document: Followed, sending: Sending, seen: Seen): Followed {
  const isCurrent = sending.revision === document.revision && isSame(sending.content, document.content);
  const next: Followed = {
    ...document,
    sending: null,
    isDoubted: false,
    sentRevision: sending.revision,
    sentContent: sending.content,
    incarnation: sending.incarnation,
    externalId: seen.id,
    externalVersion: seen.version,
    externalNumber: seen.number ?? document.externalNumber,
    seen: seen.print,
    attempts: 0,
  };
  return isCurrent ? settled(next) : { ...next, ...OPEN, revision: Math.max(document.revision, sending.revision + 1) };
}

/** How often they may be ahead of us before a person looks. */
const MOST_STALE = 5;

/** The books didn't take what was being sent, or nobody knows. `message` is theirs. */
export function refused(document: Followed, fault: BooksFault, message: string): Followed {
  const isRepeat = document.isDoubted;
  switch (fault) {
    case 'UNCERTAIN':
      return { ...document, isDoubted: true };
    case 'AUTH':
    case 'ENDED':
    case 'THROTTLED':
    case 'TRANSIENT':
      // What may have arrived the first time may still have.
      return isRepeat ? document : { ...document, sending: null };
    case 'STALE':
      return document.attempts > MOST_STALE ? failed(document, 'CHANGED_THERE', message) : unknown(document);
    case 'DUPLICATE_NUMBER':
      return document.sending?.act === 'CREATE'
        ? { ...document, sending: null, isDoubted: false, fault, problem: message }
        : failed(document, fault, message);
    default:
      // What arrived the first time may be why it isn't taken now.
      return isRepeat && document.sending?.act !== 'CREATE' ? unknown(document) : failed(document, fault, message);
  }
}

/** What they have isn't what we knew; if it was sent more than once, it may be that. */
function unknown(document: Followed): Followed {
  const { sending, seen, isDoubted } = document;
  const left = isDoubted && sending ? [seen, sending.print ?? VOID].join('\n') : seen;
  return { ...document, sending: null, isDoubted: false, fault: 'STALE', seen: left };
}

/** A person has to mend it. */
export const failed = (document: Followed, fault: SendFault, problem: string): Followed => ({
  ...document,
  state: 'FAILED',
  sending: null,
  isDoubted: false,
  fault,
  problem,
});

/**
 * What they have of what was being sent, looked up by its marker or id; null when that doesn't tell, and it must be repeated.
 */
export function resolve(document: Followed, sending: Sending, there: Seen | null): Followed | null {
  if (there === null) return null;
  switch (sending.act) {
    case 'CREATE':
      return taken(document, sending, there);
    case 'VOID':
      return there.isVoid ? taken(document, sending, there) : null;
    case 'UPDATE':
      if (there.version === sending.version) return null;
      return there.print === sending.print ? taken(document, sending, there) : refused(document, 'STALE', '');
  }
}

/** How a call in doubt goes on: repeated whole, or what is left of it alone, or not yet. */
export function repeats(
  unresolved: readonly Sending[],
  now: Date,
): { how: 'TOGETHER' } | { how: 'ALONE' } | { how: 'WAIT'; seconds: number } {
  const [first] = unresolved;
  if (first === undefined || unresolved.length === first.batch.length) return { how: 'TOGETHER' };
  const left = ON_THE_WAY_SECONDS - (now.getTime() - Date.parse(first.at)) / 1000;
  return left <= 0 ? { how: 'ALONE' } : { how: 'WAIT', seconds: Math.ceil(left) };
}

/** Longer than a call can still be on its way to the books, or be worked on there. */
export const ON_THE_WAY_SECONDS = 180;

/**
 * What they have where we knew another version: if it is what we want or what we left, that is known now, else a person
 * looks. `expected` is the print of what it should be.
 */
export function readAgain(document: Followed, there: Seen | null, expected: string | null, message: string): Followed {
  const known = { ...document, fault: null };
  const isGone = there === null || there.isVoid;
  if (isGone && document.content === null) return settled({ ...known, sentContent: null });
  const ours = document.seen?.split('\n') ?? [];
  if (isGone && (ours.includes(VOID) || ours.includes(ANY)))
    return { ...known, sentContent: null, revision: document.revision + 1 };
  // Sent again by a person, what is gone there is made anew.
  if (isGone) return failed({ ...known, sentContent: null }, 'CHANGED_THERE', message);
  // A print tells of whom, of which day and how much; what else it should be counts only once it was sent.
  const isWanted = there.print === expected && document.content !== null;
  if (isWanted && !ours.includes(ANY) && isSame(document.sentContent, document.content))
    return settled({ ...known, externalVersion: there.version, seen: there.print });
  if (!isWanted && !ours.includes(there.print) && !ours.includes(ANY))
    return failed({ ...known, externalVersion: there.version }, 'CHANGED_THERE', message);
  return { ...known, externalVersion: there.version, seen: there.print, revision: document.revision + 1 };
}

/** Who has its number: if it is ours under its marker, it is adopted and brought up to date, else a person looks. */
export function foundNumber(document: Followed, there: Seen | null, message: string): Followed {
  if (there === null && document.content === null) return settled(document);
  if (there === null) return failed(document, 'DUPLICATE_NUMBER', message);
  return adopted({ ...document, fault: null, problem: null }, there);
}

/** One found under its marker before it was sent: it is brought up to date. */
export const adopted = (document: Followed, there: Seen): Followed => ({
  ...document,
  incarnation: nextIncarnation(document),
  externalId: there.id,
  externalVersion: there.version,
  externalNumber: there.number,
  seen: there.print,
  sentRevision: null,
  sentContent: document.content ?? {},
  revision: document.revision + 1,
});

/** What of ours a document is, in a connection. */
export type DocumentKey = { connectionId: number; orderId: number; paymentId: number | null };

/** Names what is sent, the same however often that is: at most 36 characters, unique by connection, document and revision. */
export const requestIdOf = (key: DocumentKey, revision: number): string =>
  [...markerParts(key), revision.toString(36)].join('-');

/** What a document is found by in the books, unique by connection, order or payment, and incarnation. */
export const markerOf = (key: DocumentKey, incarnation: number): string =>
  ['V', ...markerParts(key), incarnation.toString(36)].join('-');

const markerParts = (key: DocumentKey) =>
  key.paymentId === null
    ? ['i', key.connectionId.toString(36), key.orderId.toString(36)]
    : ['p', key.connectionId.toString(36), key.paymentId.toString(36)];

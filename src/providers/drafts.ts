import { z } from 'zod';
import { sessionState } from './session/session-store';
import { readStored } from './stored';

const PREFIX = 'verdant.draft.';

const Draft = z.object({
  /** Typed values by field, and the record's values when they were typed. */
  typed: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()),
  version: z.number().optional(),
  /** Sent once with unknown result. */
  intent: z.object({ values: z.string(), key: z.string() }).optional(),
});
/** Unsaved form input of this tab; survives a reload and a new sign-in. */
export type Draft = z.infer<typeof Draft>;

/** Drafts belong to one person in one organization and company. */
function keyOf(name: string): string {
  const state = sessionState();
  return `${PREFIX}${state.status === 'signed-in' ? state.contextKey : ''}.${name}`;
}

/** How long after a change its draft is stored: each storing of a long form takes longer than a keystroke may. */
const SOON_MS = 300;

/** Drafts to store, by key. */
const pending = new Map<string, () => Draft | null>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores what waits to be stored. */
function storePending(): void {
  clearTimeout(timer);
  timer = undefined;
  const waiting = [...pending];
  pending.clear();
  for (const [key, draft] of waiting) store(key, draft());
}

// A page that is left or hidden may not come back.
addEventListener('pagehide', storePending);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storePending());

export function readDraft(name: string): Draft | null {
  storePending();
  return readStored('sessionStorage', keyOf(name), Draft);
}

/** Stores the draft, or with null deletes it. */
export function saveDraft(name: string, draft: Draft | null): void {
  const key = keyOf(name);
  pending.delete(key);
  store(key, draft);
}

/** The same in a moment, or before the page is left; `draft` is called then. */
export function saveDraftSoon(name: string, draft: () => Draft | null): void {
  pending.set(keyOf(name), draft);
  timer ??= setTimeout(storePending, SOON_MS);
}

function store(key: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is full: the screen keeps the input, but it won't survive a reload.
    sessionStorage.removeItem(key);
  }
}

/** Deletes every draft of this tab, as on sign-out. */
export function forgetDrafts(): void {
  pending.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

import { z } from 'zod';
import { sessionState } from './session-store';

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

export function readDraft(name: string): Draft | null {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores the draft, or with null deletes it. */
export function saveDraft(name: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is full: the screen keeps the input, but it won't survive a reload.
    sessionStorage.removeItem(keyOf(name));
  }
}

/** Deletes every draft of this tab, as on sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

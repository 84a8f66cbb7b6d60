import { z } from 'zod';
import { sessionState } from './session-store';

const PREFIX = 'verdant.draft.';

const Draft = z.object({
  /** What was typed, by field, and what the record had there when it was typed. */
  typed: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()),
  version: z.number().optional(),
  /** Sent once, and nobody knows what became of it. */
  intent: z.object({ values: z.string(), key: z.string() }).optional(),
});
/** What was typed into a form of this tab and is not saved; it outlives a reload and a new sign-in. */
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

/** Keeps the draft, or with null forgets it. */
export function saveDraft(name: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // More than the browser keeps: what is on screen stays, but would not outlive a reload.
    sessionStorage.removeItem(keyOf(name));
  }
}

/** Forgets every draft of this tab, as when its person signs out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

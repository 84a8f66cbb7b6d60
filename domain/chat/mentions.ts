import { foldText } from '../search-text';
import type { ShownPerson } from './channel';

/** Most people a message may name, so that nobody tells a whole company by accident. */
export const MOST_MENTIONED = 20;

/** Suggestions that fit above the composer. */
export const MOST_SUGGESTED = 8;

/** The people whose name, or a word of it, begins with what was typed, whatever the accents; by name. */
export function suggestedPeople<P extends Pick<ShownPerson, 'displayName'>>(people: readonly P[], typed: string): P[] {
  const sought = foldText(typed.trim());
  return people
    .filter(({ displayName }) => {
      const name = foldText(displayName);
      return name.startsWith(sought) || name.split(/[\s-]+/).some((word) => word.startsWith(sought));
    })
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName))
    .slice(0, MOST_SUGGESTED);
}

/** Those of a message's named people who are told of it: not its author, each once, and not more than may be named. */
export const toldOfMention = (mentionedIds: readonly string[], authorId: string): string[] =>
  [...new Set(mentionedIds)].filter((id) => id !== authorId).slice(0, MOST_MENTIONED);

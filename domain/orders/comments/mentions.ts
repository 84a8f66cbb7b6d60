/** A person a comment names, by the id of their membership. */
export type Mentioned = { id: number; displayName: string };

/** Most people one comment may name, so that nobody emails a whole team by accident. */
export const MOST_MENTIONS = 20;

// Kept by id, so that the name shown follows the person.
const TOKEN = /<@(\d{1,15})>/g;
const token = (id: number) => `<@${id}>`;

/** The ids of the people a stored comment names, each once. */
export function mentionedIds(comment: string): number[] {
  return [...new Set([...comment.matchAll(TOKEN)].map(([, id]) => Number(id)))];
}

/** Those a changed comment names for the first time. */
export function newlyMentioned(before: string, after: string): number[] {
  const known = new Set(mentionedIds(before));
  return mentionedIds(after).filter((id) => !known.has(id));
}

/** A stored comment as text and the people it names, in order; unknown ids stay text. */
export function commentParts(comment: string, people: readonly Mentioned[]): (string | Mentioned)[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return comment
    .split(/(<@\d{1,15}>)/)
    .map((part) => byId.get(mentionedIds(part)[0] ?? 0) ?? part)
    .filter((part) => part !== '');
}

/** A stored comment in plain words: “@Name” for each person. */
export const commentText = (comment: string, people: readonly Mentioned[]): string =>
  commentParts(comment, people)
    .map((part) => (typeof part === 'string' ? part : `@${part.displayName}`))
    .join('');

/** What was typed, as it is stored: each “@Name” of one of these people, not followed by more of a word, by its id. */
export function toStored(typed: string, people: readonly Mentioned[]): string {
  if (people.length === 0 || !typed.includes('@')) return typed;
  const byName = new Map(people.map((person) => [person.displayName, person.id]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const named = new RegExp(`@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return typed.replace(named, (text, name: string) => {
    const id = byName.get(name);
    return id === undefined ? text : token(id);
  });
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The same people, each under a name of their own: those who share a name also by email. */
export function labelled<P extends Mentioned & { email?: string | null }>(people: readonly P[]): P[] {
  const count = new Map<string, number>();
  for (const { displayName } of people) count.set(displayName, (count.get(displayName) ?? 0) + 1);
  return people.map((person) =>
    (count.get(person.displayName) ?? 0) > 1
      ? { ...person, displayName: `${person.displayName} (${person.email ?? person.id})` }
      : person,
  );
}

/** What is being typed after “@” up to the caret, and where the “@” is; null when it can't be a name. */
export function mentionQuery(typed: string, caret: number): { at: number; text: string } | null {
  const found = /(?:^|[\s(])@([^\n@]{0,40})$/.exec(typed.slice(0, caret));
  if (!found) return null;
  const text = found[1] ?? '';
  return { at: caret - text.length - 1, text };
}

/** The people whose name has a word that begins so, or begins so as a whole. */
export function matchingPeople<P extends Mentioned>(people: readonly P[], text: string): P[] {
  const sought = text.toLowerCase();
  return people.filter(({ displayName }) => {
    const name = displayName.toLowerCase();
    return name.startsWith(sought) || name.split(/[\s-]+/).some((word) => word.startsWith(sought));
  });
}

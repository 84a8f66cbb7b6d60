/** How many reactions come with a message. */
export const FIRST_REACTIONS = 10;
/** How many more are asked for, once, when there may be more. */
export const MORE_REACTIONS = 90;

type Reaction = { type: string; user_id?: string | null; user?: { id: string } | null | undefined };

/** Each person's reaction of a type once: an event and a reply may both bring it. */
export function withoutRepeats<R extends Reaction>(reactions: readonly R[]): R[] {
  const seen = new Set<string>();
  return reactions.filter(({ type, user, user_id: userId }) => {
    const key = `${user?.id ?? userId} ${type}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** All reactions of a message: those that came with it, and more only if it came with as many as it may. */
export async function allReactions<R extends Reaction>(first: readonly R[], more: () => Promise<readonly R[]>) {
  return withoutRepeats(first.length === FIRST_REACTIONS ? [...first, ...(await more())] : first);
}

/** Longest name of a reaction. */
const LONGEST_TYPE = 30;
const HEX = /^[0-9a-f]{2,5}(-[0-9a-f]{2,5})*$/;

/** What a reaction of any emoji is called, by its code points; null for one that is too long to be one. */
export function reactionType(emoji: string): string | null {
  const type = [...emoji].map((sign) => sign.codePointAt(0)?.toString(16)).join('-');
  return type.length <= LONGEST_TYPE ? type : null;
}

/** The emoji of such a reaction; null for another name. */
export function emojiOf(type: string): string | null {
  if (!HEX.test(type)) return null;
  const points = type.split('-').map((code) => Number.parseInt(code, 16));
  return points.every((point) => point >= 0x23 && point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}

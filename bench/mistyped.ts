import type { Random } from '../server/seed/random';

/** A name with one typing error in one of its first two words: a letter missing, doubled, another one, or two swapped. */
export function mistyped(name: string, { int }: Random): string {
  const words = name.toLowerCase().split(' ');
  const which = int(0, 1);
  const word = words[which] ?? '';
  const at = int(1, Math.max(1, word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
  const changed = [
    before + after,
    before + letter + letter + after,
    `${before}x${after}`,
    before + (after[0] ?? '') + letter + after.slice(1),
  ][int(0, 3)];
  return words.map((one, place) => (place === which ? changed : one)).join(' ');
}

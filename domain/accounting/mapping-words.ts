import { fitName } from './push/names';

/** What is said before a record of another name is made in the books; null when the name stays. */
export function nameChange(name: string): string | null {
  const there = fitName(name);
  return there === name.trim() ? null : `Your books don’t take this name, so it will be “${there}” there.`;
}

import { finds, foldText } from '../../../domain/search-text';
import type { IconName } from '../../ui/Icon';

/** Something the palette can do. */
export type Entry = {
  /** Stable per entry: recent choices are stored by it. */
  id: string;
  group: string;
  label: string;
  hint: string;
  icon: IconName;
  run: () => void;
};

/** Entries that contain every typed word, prefix matches first. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const isWanted = finds(text);
  const found = entries.filter(({ label, hint }) => isWanted(label, hint));
  const begins = ({ label }: Entry) => foldText(label).startsWith(foldText(text.trim()));
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** In order of their first entry, each group together. */
export function grouped(entries: readonly Entry[]): { group: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([group, entries]) => ({ group, entries }));
}

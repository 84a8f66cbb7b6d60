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
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label, hint }) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
  );
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(text.toLowerCase());
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** In order of their first entry, each group together. */
export function grouped(entries: readonly Entry[]): { group: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([group, entries]) => ({ group, entries }));
}

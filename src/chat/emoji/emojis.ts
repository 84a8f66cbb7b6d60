import { z } from 'zod';
import { finds } from '../../../domain/search-text';
import { readStored } from '../../providers/stored';

export type Emoji = {
  emoji: string;
  label: string;
  tags: string;
  group: number;
  /** The same by skin tone's name; empty where it has none. */
  tones: ReadonlyMap<string, string>;
};

/** Groups of emoji as the standard numbers them, in the order they are shown. */
export const GROUPS: readonly { group: number; label: string; icon: string }[] = [
  { group: 0, label: 'Smileys', icon: '😀' },
  { group: 1, label: 'People', icon: '👋' },
  { group: 3, label: 'Animals and nature', icon: '🌿' },
  { group: 4, label: 'Food and drink', icon: '🍏' },
  { group: 5, label: 'Travel and places', icon: '🚚' },
  { group: 6, label: 'Activities', icon: '🎉' },
  { group: 7, label: 'Objects', icon: '📦' },
  { group: 8, label: 'Symbols', icon: '✅' },
  { group: 9, label: 'Flags', icon: '🏁' },
];

/** Skin tones by name, with a hand of each; the first is none. */
export const TONES: readonly { tone: string; hand: string }[] = [
  { tone: '', hand: '✋' },
  { tone: 'light', hand: '✋🏻' },
  { tone: 'medium-light', hand: '✋🏼' },
  { tone: 'medium', hand: '✋🏽' },
  { tone: 'medium-dark', hand: '✋🏾' },
  { tone: 'dark', hand: '✋🏿' },
];

/** An emoji as the package has it. */
type Listed = {
  unicode: string;
  label: string;
  tags?: readonly string[];
  group?: number;
  order?: number;
  skins?: readonly { unicode: string; label: string }[];
};

const shown = new Set(GROUPS.map(({ group }) => group));
const TONE = / skin tone$/;

function toEmoji({ unicode, label, tags = [], group = -1, skins = [] }: Listed): Emoji {
  const tones = new Map(
    skins.map((skin) => [
      skin.label
        .slice(label.length)
        .replace(/^[:,] /, '')
        .replace(TONE, ''),
      skin.unicode,
    ]),
  );
  return { emoji: unicode, label, tags: tags.join(' '), group, tones };
}

let loading: Promise<readonly Emoji[]> | undefined;

/** All emoji, in the standard's order. Their names are loaded once something asks. */
export function loadEmojis(): Promise<readonly Emoji[]> {
  loading ??= import('emojibase-data/en/compact.json').then(({ default: all }) =>
    (all as readonly Listed[])
      .filter(({ group }) => group !== undefined && shown.has(group))
      .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
      .map(toEmoji),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Those whose name or tags have each word, those of which the name begins so first. */
export function findEmojis(all: readonly Emoji[], typed: string): Emoji[] {
  const isWanted = finds(typed.replaceAll('_', ' '));
  const found = all.filter(({ label, tags }) => isWanted(label, tags));
  const begins = ({ label }: Emoji) => label.startsWith(typed.toLowerCase());
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

const TONE_KEY = 'EMOJI_SKIN_TONE';

/** The skin tone somebody chose in this browser; empty for none. */
export const readTone = (): string => readStored('localStorage', TONE_KEY, z.string()) ?? '';
export const saveTone = (tone: string): void => localStorage.setItem(TONE_KEY, JSON.stringify(tone));

/** An emoji in a skin tone, if it has it. */
export const toned = ({ emoji, tones }: Emoji, tone: string): string => tones.get(tone) ?? emoji;

/** How often emoji were chosen in this browser. */
const MAP_KEY = 'EMOJI_MAP';
const Counts = z.record(z.string(), z.number());
const MOST_KEPT = 100;
const MOST_FREQUENT = 18;

/** Those chosen most often, first the most. */
export function frequentEmojis(): string[] {
  const counts = Object.entries(readStored('localStorage', MAP_KEY, Counts) ?? {});
  return counts
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_FREQUENT)
    .map(([emoji]) => emoji);
}

/** Counts a choice; those chosen least are forgotten. */
export function noteEmoji(emoji: string): void {
  const counts = readStored('localStorage', MAP_KEY, Counts) ?? {};
  const { [emoji]: before = 0, ...others } = counts;
  const kept = [[emoji, before + 1] as const, ...Object.entries(others)]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_KEPT);
  localStorage.setItem(MAP_KEY, JSON.stringify(Object.fromEntries(kept)));
}

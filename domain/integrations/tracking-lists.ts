import { z } from 'zod';
import { Instant } from '../contract/endpoint';
import { listed } from '../text';

/** Why a list of the tracking system isn't read although the license's key is good: of that list alone. */
export const READ_PROBLEMS = ['REFUSED', 'FAILED'] as const;
export type ReadProblem = (typeof READ_PROBLEMS)[number];

/** The kinds of what is read of a license, each with its lists as people know them; packages first. */
const KINDS = {
  packages: {
    active: 'active packages',
    onhold: 'packages on hold',
    inactive: 'inactive packages',
    intransit: 'packages in transit',
    labsamples: 'lab samples',
    transferred: 'transferred packages',
  },
  items: { '': 'items' },
  strains: { '': 'strains' },
  locations: { '': 'locations' },
  units: { '': 'units of measure' },
  transfers: { incoming: 'incoming transfers', outgoing: 'outgoing transfers', rejected: 'rejected transfers' },
  deliveries: { '': 'packages of transfers' },
  'lab results': { '': 'lab results' },
  plants: {
    vegetative: 'vegetative plants',
    flowering: 'flowering plants',
    onhold: 'plants on hold',
    inactive: 'inactive plants',
  },
  harvests: { active: 'active harvests', onhold: 'harvests on hold', inactive: 'inactive harvests' },
  'waste types': { '': 'kinds of waste' },
} as const satisfies Record<string, Record<string, string>>;

const LISTS = Object.entries(KINDS).flatMap(([kind, lists]) =>
  Object.entries(lists).map(([list, title]) => ({ name: `${kind} ${list}`.trim(), kind, title })),
);

/** Kinds that only licenses to grow have: being refused them is no problem of a key. */
const OF_GROWERS: readonly string[] = ['plants', 'harvests', 'waste types'];

/** How far a list was read, as its row says. */
export type ListRead = {
  list: string;
  problem: ReadProblem | null;
  /** In the present or latest reading from the beginning on, it listed fewer records than it counts. */
  incompleteAt: Date | null;
  readUntil: Date | null;
};

/** What a license's key may read: one list, its state, and until when it has been read. */
export const TrackingListRead = z.strictObject({
  list: z.string(),
  title: z.string(),
  state: z.enum(['READ', 'READING', 'REFUSED', 'FAILED', 'INCOMPLETE', 'NOT_OFFERED']),
  readUntil: Instant.nullable(),
});
export type TrackingListRead = z.infer<typeof TrackingListRead>;
type ListState = TrackingListRead['state'];

/** The words for each state, as a license's screen shows them. */
export const LIST_STATES: Record<ListState, string> = {
  READ: 'Up to date',
  READING: 'Not read yet',
  REFUSED: 'Its key can’t read this',
  FAILED: 'The tracking system fails to list this',
  INCOMPLETE: 'Listed incompletely',
  NOT_OFFERED: 'Not for this license',
};

const isOfGrowers = (list: string) => OF_GROWERS.some((kind) => list === kind || list.startsWith(`${kind} `));

function stateOf(read: ListRead | undefined): ListState {
  if (read === undefined) return 'READING';
  if (read.problem === 'REFUSED') return isOfGrowers(read.list) ? 'NOT_OFFERED' : 'REFUSED';
  if (read.problem === 'FAILED') return 'FAILED';
  if (read.incompleteAt !== null) return 'INCOMPLETE';
  return read.readUntil === null ? 'READING' : 'READ';
}

/** What a license's key may read, list by list, packages first; lists that are only asked about are named in trouble. */
export function toListReads(reads: readonly ListRead[]): TrackingListRead[] {
  return LISTS.flatMap(({ name, title }) => {
    const read = reads.find(({ list }) => list === name);
    const isAsked = name === 'deliveries' || name === 'lab results';
    if (isAsked && !read?.problem) return [];
    const readUntil = read?.problem ? null : (read?.readUntil?.toISOString() ?? null);
    return [{ list: name, title: title[0]?.toUpperCase() + title.slice(1), state: stateOf(read), readUntil }];
  });
}

/** The lists in a state, named by their kind where all of it is. */
function named(reads: readonly ListRead[], state: ListState): string[] {
  return Object.keys(KINDS).flatMap((kind) => {
    const own = LISTS.filter((one) => one.kind === kind);
    const affected = own.filter(({ name }) => stateOf(reads.find(({ list }) => list === name)) === state);
    return affected.length === own.length && own.length > 1 ? [kind] : affected.map(({ title }) => title);
  });
}

/** What is wrong with a license's lists while its key is good, and what to do; null if nothing is. */
export function explainLists(reads: readonly ListRead[]): string | null {
  const [refused, failed, incomplete] = [named(reads, 'REFUSED'), named(reads, 'FAILED'), named(reads, 'INCOMPLETE')];
  const sentences = [
    refused.length > 0 &&
      `Its key can’t read ${listed(refused)}. Give it that permission at the tracking system, or use another key. We check again every 15 minutes.`,
    failed.length > 0 && `The tracking system fails to list ${listed(failed)}. We’ll try again automatically.`,
    incomplete.length > 0 &&
      `The tracking system counts more ${listed(incomplete)} than it lists. We’ll read them again tonight.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

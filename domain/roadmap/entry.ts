import { z } from 'zod';
import { Instant, RowId, Version } from '../contract/endpoint';
import { choices, defineFilters, text } from '../filters';
import { counted, lineOfText } from '../text';

/** Where an entry is, in the order a list shows them. What members suggest waits until support staff publish it. */
export const ROADMAP_STATUSES = {
  WAITING: 'Waiting for review',
  IN_PROGRESS: 'In progress',
  PLANNED: 'Planned',
  OPEN: 'Open for votes',
  SHIPPED: 'Shipped',
  CLOSED: 'Not planned',
} as const;
export type RoadmapStatus = keyof typeof ROADMAP_STATUSES;
export const ROADMAP_STATUS_IDS = Object.keys(ROADMAP_STATUSES) as [RoadmapStatus, ...RoadmapStatus[]];

/** The statuses that support staff may give an entry: nothing goes back to waiting. */
export const GIVEN_STATUS_IDS = ['OPEN', 'PLANNED', 'IN_PROGRESS', 'SHIPPED', 'CLOSED'] as const;
const GivenStatus = z.enum(GIVEN_STATUS_IDS, 'Choose a status');

/** Whether an entry becomes seen by all members: a suggestion that is declined never is. */
export const isPublishedBy = (status: RoadmapStatus): boolean => status !== 'WAITING' && status !== 'CLOSED';

/** Why nobody can vote for an entry; null if they can. What is waiting has its author's vote already. */
export function whyNoVote({ status }: { status: RoadmapStatus }): string | null {
  if (status === 'SHIPPED') return 'This has shipped, so voting is over.';
  if (status === 'CLOSED') return 'This isn’t planned, so voting is over.';
  return status === 'WAITING' ? 'Voting starts once this is published.' : null;
}

const DAY_MS = 86_400_000;

/** How long something has been so, in full days, weeks or months: "3 weeks"; "less than a day". */
export function ageText(since: string, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS));
  if (days === 0) return 'less than a day';
  if (days < 14) return counted(days, 'day');
  return days < 61 ? counted(Math.floor(days / 7), 'week') : counted(Math.floor(days / 30.44), 'month');
}

/** Who is behind an entry or a reason: their organization, never the person. */
const By = z.string();
/** Who writes for the platform, and whose organization is no more. */
export const BY_VERDANT = 'Verdant';
export const BY_FORMER = 'A former customer';

export const RoadmapRow = z.strictObject({
  id: RowId,
  title: z.string(),
  status: z.enum(ROADMAP_STATUS_IDS),
  /** Since when it has that status. */
  statusSince: Instant,
  /** People who voted for it or for what was merged into it, each once; of one that is merged itself, as it was then. */
  votes: z.number().int().nonnegative(),
  by: By,
  created: Instant,
  /** Whether the reader voted for it, and is told of it; also of what was merged into it. */
  hasVoted: z.boolean(),
  isFollowing: z.boolean(),
  version: Version,
});
export type RoadmapRow = z.infer<typeof RoadmapRow>;

const Other = z.strictObject({ id: RowId, title: z.string() });

export const RoadmapEntry = RoadmapRow.extend({
  text: z.string(),
  /** The reader’s own reason; '' without one. */
  reason: z.string(),
  /** Reasons of others and the reader, newest first. */
  reasons: z.array(z.strictObject({ id: RowId, by: By, reason: z.string(), created: Instant, isOwn: z.boolean() })),
  /** What support staff said with each change of status, newest first. */
  updates: z.array(
    z.strictObject({ id: RowId, status: z.enum(ROADMAP_STATUS_IDS), note: z.string(), created: Instant }),
  ),
  /** What it was merged into, which has its votes; and what was merged into it. */
  mergedInto: Other.nullable(),
  merged: z.array(Other),
});
export type RoadmapEntry = z.infer<typeof RoadmapEntry>;

/** An entry that says something like what somebody is about to suggest. */
export const SimilarEntry = RoadmapRow.pick({ id: true, title: true, status: true, votes: true });
export type SimilarEntry = z.infer<typeof SimilarEntry>;
export const MOST_SIMILAR = 5;
export const MOST_REASONS = 100;

const Words = {
  title: lineOfText('Enter a title')
    .min(5, 'Say it in a few words, such as “Print labels from an intake”')
    .max(120, 'Must be 120 characters or fewer'),
  text: z.string().trim().max(4000, 'Must be 4,000 characters or fewer').default(''),
};
const Note = z
  .string('Write a note')
  .trim()
  .min(10, 'Write at least 10 characters')
  .max(1000, 'Must be 1,000 characters or fewer');
/** What it would change for whoever votes, in a line. */
const Reason = lineOfText().max(160, 'Must be 160 characters or fewer').default('');

export const Suggestion = z.object({ ...Words, reason: Reason });
export const EntryDraft = z.object({ ...Words, status: GivenStatus });
export const EntryEdit = z.object({ ...Words, version: Version });
export const StatusChange = z.object({ status: GivenStatus, note: Note, version: Version });
export const Vote = z.object({ reason: Reason });

export const ROADMAP_SORTS = ['status', 'votes', 'created', 'statusSince', 'title'] as const;

const MINE = { FOLLOWED: 'I follow', VOTED: 'I voted for', SUGGESTED: 'I suggested' } as const;
const MINE_IDS = Object.keys(MINE) as [keyof typeof MINE, ...(keyof typeof MINE)[]];

export const roadmapFilters = defineFilters({
  search: text('Title or text'),
  statuses: choices(
    'Status',
    ROADMAP_STATUS_IDS.map((value) => ({ value, label: ROADMAP_STATUSES[value] })),
  ),
  mine: choices(
    'Mine',
    MINE_IDS.map((value) => ({ value, label: MINE[value] })),
  ),
});

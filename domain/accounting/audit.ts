import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { choices, defineFilters, flag, text } from '../filters';
import { FINDING_KINDS, FIXES, type FindingKind, type Fix } from './compare';

const keysOf = <Value extends string>(of: Record<Value, unknown>) => z.enum(Object.keys(of) as [Value, ...Value[]]);

/** Where an audit is. */
export const AUDIT_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

const Count = z.number().int().nonnegative();

/** A comparison of orders with the books, and how far it is. */
export const Audit = z.strictObject({
  id: RowId,
  companyId: RowId,
  state: z.enum(AUDIT_STATES),
  problem: z.string().nullable(),
  /** What is compared, as people read it. */
  about: z.string(),
  orderCount: Count,
  comparedCount: Count,
  startedBy: z.string().nullable(),
  created: Instant,
  finished: Instant.nullable(),
  /** Findings that are open, by kind, and all that are settled. */
  counts: z.array(z.strictObject({ id: keysOf<FindingKind>(FINDING_KINDS), count: Count })),
  settledCount: Count,
});
export type Audit = z.infer<typeof Audit>;

/** How a finding ended. */
export const FINDING_ENDS = {
  PUSHED: { label: 'Pushed' },
  PROPOSED: { label: 'Proposed' },
  NOTED: { label: 'Noted' },
} as const;
export type FindingEnd = keyof typeof FINDING_ENDS;

/** A difference an audit found. */
export const Finding = z.strictObject({
  id: RowId,
  kind: keysOf<FindingKind>(FINDING_KINDS),
  order: z.strictObject({ id: RowId, orderNumber: z.string(), customerName: z.string() }).nullable(),
  ours: z.string(),
  theirs: z.string(),
  fix: keysOf<Fix>(FIXES),
  /** Ours was sent, and the books haven't answered yet. */
  isPushing: z.boolean(),
  settled: Instant.nullable(),
  settledBy: keysOf<FindingEnd>(FINDING_ENDS).nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const findingFilters = defineFilters({
  searchTerm: text('Order or customer'),
  kinds: choices(
    'Kind',
    (Object.keys(FINDING_KINDS) as FindingKind[]).map((value) => ({ value, label: FINDING_KINDS[value].label })),
  ),
  settled: flag('Settled'),
});

/** Why a finding can't be mended now; null when it can. */
export function whyNotFix({ settled, isPushing }: Pick<Finding, 'settled' | 'isPushing'>): string | null {
  if (settled !== null) return 'It’s settled already.';
  return isPushing ? 'We’re pushing it now.' : null;
}

import { z } from 'zod';

/** Who decides a field that both sides have: always us, always them, or whoever changed it last. */
export const FIELD_OWNERS = ['OURS', 'THEIRS', 'LAST_EDIT'] as const;
export const FieldOwner = z.enum(FIELD_OWNERS);
export type FieldOwner = z.infer<typeof FieldOwner>;

/** What of theirs has a counterpart here. */
export const WHOLESALE_KINDS = ['PRODUCT', 'CUSTOMER', 'ORDER'] as const;
export const WholesaleKind = z.enum(WHOLESALE_KINDS);
export type WholesaleKind = z.infer<typeof WholesaleKind>;

/** What was decided of one of theirs: its counterpart here, one to make, none. */
export const MATCH_STATES = ['OPEN', 'MATCHED', 'NEW', 'IGNORED'] as const;
export const MatchState = z.enum(MATCH_STATES);
export type MatchState = z.infer<typeof MatchState>;

export const CONFLICT_STATES = ['OPEN', 'SETTLED'] as const;

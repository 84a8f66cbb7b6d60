import { z } from 'zod';

/** The accounting services an organization can connect. */
export const SYSTEM_TYPES = ['quickbooks'] as const;
export const SystemType = z.enum(SYSTEM_TYPES, 'Choose an accounting service');
export type SystemType = z.infer<typeof SystemType>;

/**
 * Why the books don't take something, whatever their own codes are. `UNCERTAIN`: sent, and no answer came: it may be there.
 * `TRANSIENT`: not now, nothing was done.
 */
export const BOOKS_FAULTS = [
  'AUTH',
  'ENDED',
  'THROTTLED',
  'TRANSIENT',
  'UNCERTAIN',
  'STALE',
  'DUPLICATE_NUMBER',
  'DUPLICATE_NAME',
  'INACTIVE_REFERENCE',
  'CLOSED_PERIOD',
  'LINKED_PAYMENT',
  'INVALID',
] as const;
export type BooksFault = (typeof BOOKS_FAULTS)[number];

/** Longest texts the books take, in characters. */
export const BOOKS_LIMITS = {
  docNumber: 21,
  customerName: 100,
  itemName: 100,
  privateNote: 4_000,
  requestId: 50,
} as const;

/** What of ours is a document in the books. */
export const DOCUMENT_KINDS = ['INVOICE', 'PAYMENT'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Where the sending of a document is; UNDONE: a person took it back, and it stays out until they push it again. */
export const DOCUMENT_STATES = ['PENDING', 'SENT', 'FAILED', 'UNDONE'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** A connection's state; REFUSED: the books refused its tokens for good, so a person must connect it again. */
export const CONNECTION_STATES = ['ACTIVE', 'REFUSED', 'ENDED'] as const;

/** What changed in the books and may be taken over here. */
export const PROPOSAL_KINDS = ['PAID', 'PAYMENT_VOIDED', 'VOIDED', 'AMOUNT', 'NUMBER', 'CUSTOMER', 'RENAMED'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

export const PROPOSAL_STATES = ['OPEN', 'ACCEPTED', 'DISMISSED'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

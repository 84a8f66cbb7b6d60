import { z } from 'zod';
import { Instant, RowId } from '../../contract/endpoint';
import { TRANSFER_STATES, type TransferState } from './package';

/** Where a transfer goes, seen from the license. */
export const TRANSFER_DIRECTIONS = {
  INCOMING: { label: 'Incoming' },
  OUTGOING: { label: 'Outgoing' },
  REJECTED: { label: 'Rejected' },
} as const;
export type TransferDirection = keyof typeof TRANSFER_DIRECTIONS;

const directions = Object.keys(TRANSFER_DIRECTIONS) as [TransferDirection, ...TransferDirection[]];
const states = Object.keys(TRANSFER_STATES) as [TransferState, ...TransferState[]];

/** A transfer that a package was part of, newest first in its drawer. */
export const PackageTransfer = z.strictObject({
  id: RowId,
  manifestNumber: z.string(),
  direction: z.enum(directions),
  /** The other party: who sent it, or whom it goes to. */
  otherParty: z.string(),
  state: z.enum(states),
  /** When it left, or was to leave. */
  departed: Instant.nullable(),
  received: Instant.nullable(),
});
export type PackageTransfer = z.infer<typeof PackageTransfer>;

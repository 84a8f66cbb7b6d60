import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CONNECTION_STATES } from '../../../domain/connections/connection';
import { at, createdAt, id } from './columns';
import { users } from './identity';

/** Connections of two people and invites to connect: one row per pair, whoever invited. */
export const connections = pgTable(
  'connections',
  {
    id: id(),
    invitingUserId: uuid('inviting_user_id')
      .notNull()
      .references(() => users.id),
    invitedUserId: uuid('invited_user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: CONNECTION_STATES }).notNull(),
    invitedAt: at('invited_at').notNull(),
    connectedAt: at('connected_at'),
    /** When it was last removed, withdrawn or ended by a block: its sender waits from then on. */
    removedAt: at('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('connections_pair').on(
      sql`least(${t.invitingUserId}, ${t.invitedUserId})`,
      sql`greatest(${t.invitingUserId}, ${t.invitedUserId})`,
    ),
    index('connections_inviting').on(t.invitingUserId),
    index('connections_invited').on(t.invitedUserId),
    check('connections_status', sql`${t.status} in ('INVITED', 'ACCEPTED', 'IGNORED', 'REMOVED')`),
    check('connections_two_people', sql`${t.invitingUserId} <> ${t.invitedUserId}`),
  ],
);

/** Who blocked whom. Both are hidden from each other, whoever blocked. */
export const userBlocks = pgTable(
  'user_blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('user_blocks_blocked').on(t.blockedId),
    check('user_blocks_two_people', sql`${t.blockerId} <> ${t.blockedId}`),
  ],
);

/** The direct channel of two people across organizations; its messages are stored by the chat service. */
export const networkChannels = pgTable(
  'network_channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The lesser of the two ids, as text has it. */
    oneUserId: uuid('one_user_id')
      .notNull()
      .references(() => users.id),
    otherUserId: uuid('other_user_id')
      .notNull()
      .references(() => users.id),
    /** Nobody writes in it: the two aren't connected now. */
    isFrozen: boolean('is_frozen').notNull().default(false),
    /** Counts changes; `syncedRevision` is the last one sent to the chat service. */
    revision: integer('revision').notNull().default(0),
    syncedRevision: integer('synced_revision').notNull().default(-1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('network_channels_pair').on(t.oneUserId, t.otherUserId),
    index('network_channels_other').on(t.otherUserId),
    check('network_channels_order', sql`${t.oneUserId} < ${t.otherUserId}`),
  ],
);

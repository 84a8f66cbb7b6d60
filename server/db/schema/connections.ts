import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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

import { and, eq, ne } from 'drizzle-orm';
import { assertMayAnswer, assertMayRemove, type Connection } from '../../domain/connections/connection';
import type { connections as contract } from '../../domain/connections/contract';
import { badInput, DomainError, notFound } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import type { Ctx } from '../context';
import { lockRow } from '../db/rows';
import { connections } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { type ConnectionRow, connectionsOf, findConnections, findPeople, withPerson } from './read-connections';

/**
 * Invites someone. If they have invited the caller, also at the same moment, the two are connected. BAD_INPUT for
 * nobody or oneself, CONFLICT if they are connected or invited already, the same for an invite that was ignored.
 */
export const invitePerson: Verb<typeof contract.invite> = async (ctx, { body: { invitedUserUUID: otherId } }) => {
  const { db, person } = ctx;
  const field = 'invitedUserUUID';
  if (otherId === person.userId) throw badInput({ [field]: 'Choose someone else' });
  const other = (await findPeople(db, [otherId])).get(otherId);
  if (!other) throw badInput({ [field]: 'Person not found' });
  const { row, isNew } = await lockPair(ctx, otherId);
  if (isNew) return settle(ctx, row, 'INVITED', null);
  if (row.status === 'REMOVED') return settle(ctx, row, 'INVITED', null);
  if (row.status === 'ACCEPTED') {
    throw new DomainError('CONFLICT', `You’re already connected with ${other.displayName}.`);
  }
  if (row.invitingUserId === person.userId) {
    throw new DomainError('CONFLICT', `You already invited ${other.displayName}.`);
  }
  return settle(ctx, row, 'ACCEPTED', row.status);
};

/** CONFLICT for who sent the invite, and for anything but accepting once they are connected. */
export const answerInvite: Verb<typeof contract.answer> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id);
  assertMayAnswer(await asked(ctx, row), body.status);
  return row.status === body.status ? readOne(ctx, row.id) : settle(ctx, row, body.status, row.status);
};

/** CONFLICT for the invited person, who ignores an invite instead. */
export const removeConnection: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  assertMayRemove(await asked(ctx, row));
  await ctx.db.update(connections).set({ status: 'REMOVED', connectedAt: null }).where(eq(connections.id, row.id));
  await record(ctx, row, { status: row.status }, null);
  return { ok: true };
};

/** Connects the caller with someone whose link they hold; again, it changes nothing. */
export async function connectWith(ctx: Ctx, otherId: string): Promise<Connection> {
  const { row, isNew } = await lockPair(ctx, otherId);
  if (row.status === 'ACCEPTED') return readOne(ctx, row.id);
  return settle(ctx, row, 'ACCEPTED', isNew || row.status === 'REMOVED' ? null : row.status);
}

/** The pair's row, locked, made if it wasn't there. */
async function lockPair({ db, now, person }: Ctx, otherId: string): Promise<{ row: ConnectionRow; isNew: boolean }> {
  const [made] = await db
    .insert(connections)
    .values({
      invitingUserId: person.userId,
      invitedUserId: otherId,
      status: 'INVITED',
      invitedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return { row: made, isNew: true };
  const pair = and(connectionsOf(person.userId), withPerson(otherId));
  const [row] = await db.select().from(connections).where(pair).for('no key update');
  if (!row) throw new DomainError('CONFLICT', 'This account was just deleted.');
  return { row, isNew: false };
}

/** NOT_FOUND for a removed one and other people's. */
async function lockOwn({ db, person }: Ctx, id: number): Promise<ConnectionRow> {
  const own = and(eq(connections.id, id), connectionsOf(person.userId), ne(connections.status, 'REMOVED'));
  return lockRow(db, connections, own, 'Connection');
}

async function asked({ db, person }: Ctx, row: ConnectionRow) {
  const viewerId = person.userId;
  const otherId = row.invitingUserId === viewerId ? row.invitedUserId : row.invitingUserId;
  const otherName = (await findPeople(db, [otherId])).get(otherId)?.displayName ?? 'the other person';
  return { ...row, viewerId, otherName };
}

/** Saves a status; a new invite is the caller's. */
async function settle(
  ctx: Ctx,
  row: ConnectionRow,
  status: 'INVITED' | 'ACCEPTED' | 'IGNORED',
  before: ConnectionRow['status'] | null,
): Promise<Connection> {
  const { db, now, person } = ctx;
  const { invitingUserId, invitedUserId } = row;
  const otherId = invitingUserId === person.userId ? invitedUserId : invitingUserId;
  const sent = before === null ? { invitingUserId: person.userId, invitedUserId: otherId, invitedAt: now } : {};
  const connectedAt = status === 'ACCEPTED' ? now : null;
  await db
    .update(connections)
    .set({ ...sent, status, connectedAt })
    .where(eq(connections.id, row.id));
  await record(ctx, row, before && { status: before }, { status }, status === 'IGNORED' || before === 'IGNORED');
  return readOne(ctx, row.id);
}

async function readOne({ db, person }: Ctx, id: number): Promise<Connection> {
  const [found] = await findConnections(db, person.userId, eq(connections.id, id));
  if (!found) throw notFound('Connection');
  return found;
}

/** Audits a change for nobody's organization, and tells both people; of ignoring, only who did it. */
async function record(ctx: Ctx, row: ConnectionRow, before: unknown, after: unknown, isPrivate = false) {
  const { audit, person, publish } = ctx;
  const { id, invitingUserId, invitedUserId } = row;
  const people = { invitingUserId, invitedUserId };
  await audit({
    orgId: NO_ORGANIZATION,
    id,
    before: before && { ...people, ...before },
    after: after && { ...people, ...after },
  });
  const told = isPrivate && !isAccepted(after) ? [person.userId] : [invitingUserId, invitedUserId];
  for (const userId of told) await publish(personalEvent('connections', userId));
}

const isAccepted = (after: unknown) => (after as { status?: string } | null)?.status === 'ACCEPTED';

import { and, eq, inArray, ne } from 'drizzle-orm';
import {
  assertMayAnswer,
  assertMayInviteAgain,
  assertMayRemove,
  assertMaySendMore,
  type Connection,
} from '../../domain/connections/connection';
import type { connections as contract } from '../../domain/connections/contract';
import { badInput, DomainError, notFound } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import { subjectOf } from '../../domain/notifications/subjects';
import { freezeNetworkChannel, openNetworkChannel, syncNetworkChannel } from '../chat/network-channels';
import type { Ctx } from '../context';
import { lockRow } from '../db/rows';
import { connections, users } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { areBlocked } from '../db/visibility';
import type { Verb } from '../implement';
import { noticeOf, settledAs, takenBack } from '../notices/notices';
import { type ConnectionRow, connectionsOf, findConnections, findPeople, withPerson } from './read-connections';

/**
 * Invites someone. If they have invited the caller, also at the same moment, the two are connected. BAD_INPUT for
 * nobody, oneself, and alike for someone hidden by a block. CONFLICT if they are connected or invited already, the same
 * for an invite that was ignored; with too many open invites; and too soon after the caller's last one to them ended.
 */
export const invitePerson: Verb<typeof contract.invite> = async (ctx, { body: { invitedUserUUID: otherId } }) => {
  const { db, person } = ctx;
  const field = 'invitedUserUUID';
  if (otherId === person.userId) throw badInput({ [field]: 'Choose someone else' });
  // Whoever sends several at once is counted in turn.
  await lockRow(db, users, eq(users.id, person.userId), 'Account');
  const other = (await findPeople(db, [otherId])).get(otherId);
  const row = other && (await lockPair(ctx, otherId));
  if (!row || (await areBlocked(db, person.userId, otherId))) throw badInput({ [field]: 'Person not found' });
  if (row.status === 'REMOVED') {
    const { now, timeZone } = ctx;
    const { displayName: otherName } = other;
    assertMayInviteAgain({ ...row, viewerId: person.userId, otherName, timeZone, now });
    assertMaySendMore(await countOpenInvites(db, person.userId));
    return settle(ctx, row, 'INVITED', null);
  }
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
  return row.status === body.status ? unchanged(ctx, row) : settle(ctx, row, body.status, row.status);
};

/** CONFLICT for the invited person, who ignores an invite instead. */
export const removeConnection: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const row = await lockOwn(ctx, params.id);
  assertMayRemove(await asked(ctx, row));
  await endConnection(ctx, row);
  await record(ctx, row, { status: row.status }, null);
  return { ok: true };
};

/** Connects the caller with someone whose link they hold; again, it changes nothing. */
export async function connectWith(ctx: Ctx, otherId: string): Promise<Connection> {
  const row = await lockPair(ctx, otherId);
  if (await areBlocked(ctx.db, ctx.person.userId, otherId)) throw notFound('Invitation');
  if (row.status === 'ACCEPTED') return unchanged(ctx, row);
  return settle(ctx, row, 'ACCEPTED', row.status === 'REMOVED' ? null : row.status);
}

/** Opens the direct channel with a connection, made or unfrozen if needed. CONFLICT until the two are connected. */
export const startChat: Verb<typeof contract.startChat> = async (ctx, { params }) => {
  const { cid } = await ctx.step('start', async (step) => {
    const row = await lockOwn(step, params.id);
    if (row.status !== 'ACCEPTED') {
      const { otherName } = await asked(step, row);
      throw new DomainError('CONFLICT', `You can message ${otherName} once you’re connected.`);
    }
    const cid = await openNetworkChannel(step, [row.invitingUserId, row.invitedUserId]);
    await step.audit({ orgId: NO_ORGANIZATION, id: cid, after: { connection: row.id } });
    return { cid };
  });
  const { services } = ctx;
  // The job sends it again if this fails.
  await syncNetworkChannel(services, { channelId: cid }).catch((err: unknown) =>
    services.log.warn({ err, channelId: cid }, 'chat service'),
  );
  return { cid, channelType: 'NETWORK_DM' };
};

/** Marks a connection or invite as removed; nobody writes in the two people's direct channel from then on. */
export async function endConnection({ db, enqueue, now }: Ctx, row: ConnectionRow): Promise<void> {
  const { id, invitingUserId, invitedUserId } = row;
  const ended = { status: 'REMOVED', connectedAt: null, removedAt: now } as const;
  await db.update(connections).set(ended).where(eq(connections.id, id));
  await freezeNetworkChannel({ db, enqueue }, [invitingUserId, invitedUserId]);
  await enqueue(takenBack({ orgId: null, subjects: [subjectOf.connection(id), subjectOf.connectionAccepted(id)] }));
}

/** Those nobody has accepted: whether one is ignored, its sender doesn't learn. */
const countOpenInvites = (db: Ctx['db'], userId: string): Promise<number> =>
  db.$count(
    connections,
    and(eq(connections.invitingUserId, userId), inArray(connections.status, ['INVITED', 'IGNORED'])),
  );

/** The pair's row, locked; if there was none, one that is removed. */
export async function lockPair({ db, now, person }: Ctx, otherId: string): Promise<ConnectionRow> {
  const [made] = await db
    .insert(connections)
    .values({
      invitingUserId: person.userId,
      invitedUserId: otherId,
      status: 'REMOVED',
      invitedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  const pair = and(connectionsOf(person.userId), withPerson(otherId));
  const [row] = await db.select().from(connections).where(pair).for('no key update');
  if (!row) throw new DomainError('CONFLICT', 'This account was just deleted.');
  return row;
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
    .set({ ...sent, status, connectedAt, removedAt: null })
    .where(eq(connections.id, row.id));
  await record(ctx, row, before && { status: before }, { status }, status === 'IGNORED' || before === 'IGNORED');
  await tellFeed(ctx, row.id, status, before);
  return readOne(ctx, row.id);
}

/** An invite is told to whom it is for, and accepting it to who sent it: ignoring it tells nobody. */
async function tellFeed(
  ctx: Ctx,
  connectionId: number,
  status: 'INVITED' | 'ACCEPTED' | 'IGNORED',
  before: ConnectionRow['status'] | null,
): Promise<void> {
  const { userId } = ctx.person;
  if (status === 'INVITED' && before === null) {
    const payload = { connectionId, invitingUserId: userId };
    await ctx.enqueue(
      noticeOf(ctx, {
        type: 'CONNECTION_INVITE_RECEIVED',
        orgId: null,
        subject: subjectOf.connection(connectionId),
        payload,
      }),
    );
  }
  if (status !== 'INVITED') {
    const outcome = status === 'ACCEPTED' ? 'Accepted' : 'Ignored';
    await ctx.enqueue(settledAs({ orgId: null, subjects: [subjectOf.connection(connectionId)] }, outcome));
  }
  if (status === 'ACCEPTED') {
    const payload = { connectionId, invitedUserId: userId };
    await ctx.enqueue(
      noticeOf(ctx, {
        type: 'CONNECTION_INVITE_ACCEPTED',
        orgId: null,
        subject: subjectOf.connectionAccepted(connectionId),
        payload,
      }),
    );
  }
}

/** Audited for nobody's organization as well, where no colleague reads of it. */
async function unchanged(ctx: Ctx, { id, status }: ConnectionRow): Promise<Connection> {
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before: { status }, after: { status } });
  return readOne(ctx, id);
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

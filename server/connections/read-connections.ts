import { and, desc, eq, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type Connection, type ConnectionPerson, statusFor } from '../../domain/connections/connection';
import type { connections as contract } from '../../domain/connections/contract';
import { notFound } from '../../domain/errors';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { connections, orgUsers, userBlocks, users } from '../db/schema';
import { blockBetween } from '../db/visibility';
import type { Verb } from '../implement';

export type ConnectionRow = typeof connections.$inferSelect;

/** The rows one person is in, removed ones too. */
export const connectionsOf = (userId: string) =>
  or(eq(connections.invitingUserId, userId), eq(connections.invitedUserId, userId));

/** Of two people who blocked each other. */
const hidden = blockBetween(connections.invitingUserId, connections.invitedUserId);

/** People as their connections see them, by id; without deleted accounts. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, ConnectionPerson>> {
  const people = await db
    .select({
      userId: users.id,
      displayName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      profileImageUri: users.profileImageUri,
      organizations: sql<string[]>`array(
        select organizations.name from org_users
          join organizations on organizations.id = org_users.org_id
         where org_users.user_id = users.id and org_users.status = 'ACTIVE'
         order by organizations.name)`,
    })
    .from(users)
    .where(and(isOneOf(users.id, [...new Set(ids)]), isNull(users.deletedAt)));
  return new Map(people.map((person) => [person.userId, person]));
}

/** The viewer's connections and open invites that match, newest first. */
export async function findConnections(db: Db, viewerId: string, where?: SQL): Promise<Connection[]> {
  const rows = await db
    .select()
    .from(connections)
    .where(and(connectionsOf(viewerId), ne(connections.status, 'REMOVED'), not(hidden), where))
    .orderBy(desc(sql`coalesce(${connections.connectedAt}, ${connections.invitedAt})`), desc(connections.id));
  const people = await findPeople(
    db,
    rows.flatMap(({ invitingUserId, invitedUserId }) => [invitingUserId, invitedUserId]),
  );
  return rows.flatMap((row) => {
    const [invitingUser, invitedUser] = [people.get(row.invitingUserId), people.get(row.invitedUserId)];
    if (!invitingUser || !invitedUser) return [];
    return [
      {
        id: row.id,
        status: statusFor(row, viewerId),
        invitingUser,
        // Anyone may be invited, so where they work stays theirs to tell until they accept.
        invitedUser:
          row.status === 'ACCEPTED' || invitedUser.userId === viewerId
            ? invitedUser
            : { ...invitedUser, organizations: [] },
        invited: row.invitedAt.toISOString(),
        connected: row.connectedAt?.toISOString() ?? null,
      },
    ];
  });
}

/** How many invites to connect a person has neither answered nor ignored. */
export const countConnectionInvites = (db: Db, userId: string): Promise<number> =>
  db.$count(connections, and(eq(connections.invitedUserId, userId), eq(connections.status, 'INVITED'), not(hidden)));

export const listConnections: Verb<typeof contract.list> = ({ db, person }) => findConnections(db, person.userId);

/** NOT_FOUND but for oneself, colleagues and connections. */
export const getPersonCard: Verb<typeof contract.card> = async ({ db, person }, { params: { id } }) => {
  const [found] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  const card = (await findPeople(db, [id])).get(id);
  if (!found || !card) throw notFound('Person');
  const [connection = null] = await findConnections(
    db,
    person.userId,
    id === person.userId ? sql`false` : withPerson(id),
  );
  const isClose = id === person.userId || connection?.status === 'ACCEPTED';
  if (!isClose && !(await areColleagues(db, person.userId, id))) throw notFound('Person');
  const isBlocked = await hasBlocked(db, person.userId, id);
  return { ...card, email: isClose ? found.email : null, connection, isBlocked };
};

/** The row of the caller with this other person. */
export const withPerson = (id: string) =>
  or(eq(connections.invitingUserId, id), eq(connections.invitedUserId, id)) as SQL;

/** Whether one of two people blocked the other, which only that one may know. */
const hasBlocked = async (db: Db, blockerId: string, blockedId: string): Promise<boolean> =>
  (await db.$count(userBlocks, and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.blockedId, blockedId)))) > 0;

export async function areColleagues(db: Db, one: string, other: string): Promise<boolean> {
  const shared = await db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(
      and(
        eq(orgUsers.userId, other),
        eq(orgUsers.status, 'ACTIVE'),
        sql`${orgUsers.orgId} in (select own.org_id from org_users own where own.user_id = ${one} and own.status = 'ACTIVE')`,
      ),
    )
    .limit(1);
  return shared.length > 0;
}

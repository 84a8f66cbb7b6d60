import { and, eq, isNull } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import type { CustomAbout, CustomPayload } from '../../../domain/notifications/custom';
import type { PayloadOf } from '../../../domain/notifications/notice';
import type { Activity, NotificationType } from '../../../domain/notifications/notification';
import type { Db } from '../../db/client';
import { users } from '../../db/schema';

/** Whose feed is read, and what they may see now. */
export type Reader = {
  db: Db;
  userId: string;
  /** Their membership of an organization as it is now; null if they are no longer in it. */
  memberOf(orgId: number): Promise<Membership | null>;
};

/** What is said of one activity; null if its reader may no longer see what it is about. */
export type Said = Pick<Activity, 'title' | 'subtitleLineOne' | 'subtitleLineTwo' | 'route'> &
  /** What became of it, if more is known than its feed was told; and what its reader may do about it now. */
  Partial<Pick<Activity, 'outcome' | 'acts'>>;

/** Whom something is for. */
export type ToldOf<Payload> = {
  /** Who is told, by user id. */
  people: (db: Db, payload: Payload, orgId: number) => Promise<readonly string[]>;
  /** Whether it is still to be told: what was settled meanwhile isn't. */
  isOpen?: (db: Db, payload: Payload, orgId: number) => Promise<boolean>;
};

/** How something is told, all of one organization's together. */
export type ShowOf<Payload> = (
  reader: Reader,
  orgId: number,
  payloads: readonly Payload[],
) => Promise<(payload: Payload) => Said | null>;

/** Whom types of notifications are for, and how they are told. */
export type Told<T extends NotificationType> = { [One in T]: ToldOf<PayloadOf<One>> };
export type Shown<T extends NotificationType> = { [One in T]: ShowOf<PayloadOf<One>> };

/** The same of kinds of the type `CUSTOM`. */
export type CustomOf<A extends CustomAbout> = Extract<CustomPayload, { about: A }>;
export type CustomTold<A extends CustomAbout> = { [One in A]: ToldOf<CustomOf<One>> };
export type CustomShown<A extends CustomAbout> = { [One in A]: ShowOf<CustomOf<One>> };

export const said = (title: string, one = '', two = '', route: string | null = null): Said => ({
  title,
  subtitleLineOne: one,
  subtitleLineTwo: two,
  route,
});

export const nothing = () => null;

export const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Support staff, by user id: named by email, so it must be shown to be theirs. */
export async function supportStaff(db: Db): Promise<string[]> {
  const found = await db
    .select({ id: users.id, verified: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.isSupport, true), isNull(users.deletedAt)));
  return found.flatMap(({ id, verified }) => (verified === null ? [] : id));
}

const LONGEST = 160;

/** What somebody wrote, as one line of an entry. */
export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

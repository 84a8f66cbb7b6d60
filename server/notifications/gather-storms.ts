import { sql } from 'drizzle-orm';
import type { Notice } from '../../domain/notifications/notice';
import { STORM_ABOVE, STORM_MS, stormName, stormWith } from '../../domain/notifications/storm';
import type { Db } from '../db/client';
import { NO_ORGANIZATION } from '../db/schema/tenant';

type Told = { people: readonly string[]; eventId: string; at: string };

/** Has those who tell the same people of the same kind do so in turn, so that each sees what the others told. */
export async function holdStorms(tx: Db, notice: Notice, { people, at }: Told): Promise<void> {
  const name = stormName(notice, at.slice(0, 10));
  if (name === null) return;
  const kind = name.slice(0, name.lastIndexOf(':'));
  await tx.execute(sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(${`${kind} `} || person, 0) as key
      from unnest(${sql.param(people)}::text[]) as person order by key) held`);
}

/** Makes one entry of too many of a kind at once, after these people were told of one more of it. */
export async function gatherStorms(tx: Db, notice: Notice, { people, eventId, at }: Told): Promise<void> {
  const storm = stormName(notice, at.slice(0, 10));
  if (storm === null || people.length === 0) return;
  const time = new Date(at).getTime();
  const near = await findNear(tx, notice, { people, eventId, at, storm });
  for (const [userId, rows] of Map.groupBy(near, (one) => one.userId)) {
    const places = stormWith(
      time,
      rows.map((one) => one.time),
    );
    if (places.length === 0) continue;
    const ids = places.flatMap((place) => rows[place]?.id ?? []);
    await moveTo(tx, storm, { userId, eventId, ids });
  }
}

type Near = { id: number; userId: string; time: number };

/** Of each person, what of the kind is nearest to one that was just told; not what they put away. */
async function findNear(tx: Db, notice: Notice, { people, eventId, at, storm }: Told & { storm: string }) {
  const { type, orgId, payload } = notice;
  const about = 'about' in payload ? payload.about : null;
  const span = sql`make_interval(secs => ${STORM_MS / 1000})`;
  const ofKind = sql`select one.id, one.user_id, one.created_at from notifications one
    join notification_groups entry on entry.user_id = one.user_id and entry.name = one.group_name
    where one.user_id = person and entry.type = ${type} and entry.org_id = ${orgId ?? NO_ORGANIZATION}
      and one.payload ->> 'about' is not distinct from ${about}::text and one.event_id <> ${eventId}::uuid
      and (entry.snoozed_until is null or entry.name = ${storm})`;
  const moment = sql`${at}::timestamptz`;
  const { rows } = await tx.execute<Near>(sql`
    select near.id, near.user_id as "userId", (extract(epoch from near.created_at) * 1000)::float8 as time
      from unnest(${sql.param(people)}::uuid[]) as person
      cross join lateral (
        (${ofKind} and one.created_at between ${moment} - ${span} and ${moment}
          order by one.created_at desc, one.id desc limit ${STORM_ABOVE})
        union all
        (${ofKind} and one.created_at > ${moment} and one.created_at <= ${moment} + ${span}
          order by one.created_at, one.id limit ${STORM_ABOVE})) near`);
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }));
}

type Moved = { userId: string; eventId: string; ids: readonly number[] };

async function moveTo(tx: Db, storm: string, { userId, eventId, ids }: Moved): Promise<void> {
  const moved = sql`(one.id = any (${sql.param(ids)}::bigint[]) or one.event_id = ${eventId}::uuid)`;
  const mine = sql`one.user_id = ${userId} and ${moved} and one.group_name <> ${storm}`;
  // Held in the order in which others hold them.
  const { rows } = await tx.execute<{ name: string }>(sql`select entry.name from notification_groups entry
    where entry.user_id = ${userId} and (entry.name = ${storm} or entry.name in (select one.group_name from notifications one where ${mine}))
    order by entry.name for update`);
  const names = rows.map(({ name }) => name).filter((name) => name !== storm);
  const among = sql`entry.user_id = ${userId} and entry.name = any (${sql.param(names)}::text[])`;
  await tx.execute(sql`insert into notification_groups (user_id, name, type, org_id, updated_at)
    select entry.user_id, ${storm}, min(entry.type), min(entry.org_id), max(entry.updated_at) from notification_groups entry
      where ${among} group by entry.user_id
    on conflict (user_id, name) do update set is_seen = false, is_read = false,
      updated_at = greatest(notification_groups.updated_at, excluded.updated_at)`);
  await tx.execute(sql`update notifications one set group_name = ${storm} where ${mine}`);
  await tx.execute(sql`delete from notification_groups entry where ${among} and not exists (
    select from notifications one where one.user_id = entry.user_id and one.group_name = entry.name)`);
}

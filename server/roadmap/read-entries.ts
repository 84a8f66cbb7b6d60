import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import type { roadmap as contract } from '../../domain/roadmap/contract';
import {
  BY_FORMER,
  BY_VERDANT,
  MOST_REASONS,
  MOST_SIMILAR,
  ROADMAP_STATUS_IDS,
  type RoadmapEntry,
  type RoadmapRow,
  type RoadmapStatus,
  roadmapFilters,
  type SimilarEntry,
} from '../../domain/roadmap/entry';
import type { Ctx } from '../context';
import { filterSql } from '../db/filters';
import { contains, countOf, isOneOf, preparePages, readRows } from '../db/page';
import { roadmapEntries, roadmapUpdates } from '../db/schema';
import { visibleRoadmapEntries } from '../db/visibility';
import type { Verb } from '../implement';
import { familyOf, upwardsFrom } from './family';

type Found = {
  id: number;
  title: string;
  status: RoadmapStatus;
  statusSince: Date | string;
  votes: number;
  isOurs: boolean;
  orgName: string | null;
  created: Date | string;
  version: number;
};

/** Drizzle leaves what it isn't told of as text. */
const instant = (at: Date | string) => new Date(at).toISOString();

const columns = sql`roadmap_entries.id, roadmap_entries.title, roadmap_entries.status, roadmap_entries.votes, roadmap_entries.version,
  roadmap_entries.status_since as "statusSince", roadmap_entries.is_ours as "isOurs", roadmap_entries.created_at as created,
  (select org.name from organizations org where org.id = roadmap_entries.org_id) as "orgName"`;

const byStatus = sql`array_position(array[${sql.raw(ROADMAP_STATUS_IDS.map((id) => `'${id}'`).join(', '))}], roadmap_entries.status)`;

const pageOf = preparePages({
  columns,
  table: roadmapEntries,
  sorts: {
    status: [byStatus, sql`-roadmap_entries.votes`, roadmapEntries.id],
    votes: [roadmapEntries.votes, roadmapEntries.id],
    created: [roadmapEntries.createdAt, roadmapEntries.id],
    statusSince: [roadmapEntries.statusSince, roadmapEntries.id],
    title: [sql`lower(${roadmapEntries.title})`, roadmapEntries.id],
  },
});

/** Entries on top of their families, and what matches of them. */
export const searchRoadmap: Verb<typeof contract.search> = async (ctx, { body }) => {
  const { userId } = ctx.person;
  const { filters, ...asked } = body;
  const mine = {
    FOLLOWED: sql`${roadmapEntries.id} in ${upwardsFrom(sql`said.user_id = ${userId} and said.is_following`)}`,
    VOTED: sql`${roadmapEntries.id} in ${upwardsFrom(sql`said.user_id = ${userId} and said.voted_at is not null`)}`,
    SUGGESTED: eq(roadmapEntries.authorUserId, userId),
  };
  const matching = filterSql(roadmapFilters, {
    search: (text) => contains([roadmapEntries.title, roadmapEntries.text], text),
    statuses: (statuses) => isOneOf(roadmapEntries.status, statuses),
    mine: (chosen) => or(...chosen.map((one) => mine[one])),
  });
  const where =
    and(visibleRoadmapEntries(ctx.person), isNull(roadmapEntries.mergedIntoId), matching(filters, ctx)) ?? sql`false`;
  const { pool } = ctx.services.database;
  // The rows are of no organization.
  const rows = await readRows<Found & { resultCount: number }>(pool, pageOf({ ...asked, orgId: 0, where }));
  const count = countOf(sql`${roadmapEntries}`, where);
  const [counted] =
    rows.length > 0 || asked.page === 0
      ? rows
      : await readRows<Found & { resultCount: number }>(pool, sql`select ${count} as "resultCount"`);
  return { results: await toRows(ctx, rows), resultCount: counted?.resultCount ?? 0, page: asked.page };
};

async function toRows({ db, person }: Pick<Ctx, 'db' | 'person'>, rows: readonly Found[]): Promise<RoadmapRow[]> {
  const { rows: said } = await db.execute<{ top: number; hasVoted: boolean; isFollowing: boolean }>(sql`
    with recursive family as (
      select id, id as top from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]) as id
      union select merged.id, family.top from roadmap_entries merged join family on merged.merged_into_id = family.id)
    select family.top, bool_or(said.voted_at is not null) as "hasVoted", bool_or(said.is_following) as "isFollowing"
      from family join roadmap_supporters said on said.entry_id = family.id
     where said.user_id = ${person.userId} group by family.top`);
  const own = new Map(said.map((one) => [Number(one.top), one]));
  return rows.map(({ id, title, status, statusSince, votes, isOurs, orgName, created, version }) => ({
    ...{ id: Number(id), title, status, votes, version },
    statusSince: instant(statusSince),
    by: isOurs ? BY_VERDANT : (orgName ?? BY_FORMER),
    created: instant(created),
    hasVoted: own.get(Number(id))?.hasVoted ?? false,
    isFollowing: own.get(Number(id))?.isFollowing ?? false,
  }));
}

/** An entry as its reader sees it. NOT_FOUND for one that isn't published, unless it is theirs or they are support staff. */
export async function loadEntry(ctx: Pick<Ctx, 'db' | 'person' | 'services'>, id: number): Promise<RoadmapEntry> {
  const { db, person } = ctx;
  const visible = visibleRoadmapEntries(person);
  const { rows } = await db.execute<Found & { text: string; mergedIntoId: number | null }>(sql`
    select ${columns}, roadmap_entries.text, roadmap_entries.merged_into_id as "mergedIntoId"
      from roadmap_entries where ${and(eq(roadmapEntries.id, id), visible)}`);
  const [found] = rows;
  const [row] = await toRows(ctx, rows);
  if (!found || !row) throw notFound('Entry');
  const reasons = await db.execute<{
    id: number;
    userId: string;
    orgName: string | null;
    reason: string;
    at: Date;
  }>(sql`
    select * from (
      select distinct on (said.user_id) said.id, said.user_id as "userId", said.reason, said.voted_at as at,
             (select org.name from organizations org where org.id = said.org_id) as "orgName"
        from roadmap_supporters said where said.reason <> '' and said.entry_id in ${familyOf(id)}
         and (said.user_id = ${person.userId}
              or said.entry_id in (select roadmap_entries.id from roadmap_entries where ${visible}))
       order by said.user_id, said.entry_id = ${id} desc, said.voted_at desc) each
     order by "userId" = ${person.userId} desc, at desc, id desc limit ${MOST_REASONS}`);
  const updates = await db
    .select()
    .from(roadmapUpdates)
    .where(eq(roadmapUpdates.entryId, id))
    .orderBy(desc(roadmapUpdates.id));
  const others = (where: SQL | undefined) =>
    db
      .select({ id: roadmapEntries.id, title: roadmapEntries.title })
      .from(roadmapEntries)
      .where(and(visible, where))
      .orderBy(roadmapEntries.id);
  const [mergedInto] = await others(eq(roadmapEntries.id, Number(found.mergedIntoId ?? 0)));
  return {
    ...row,
    text: found.text,
    reason: reasons.rows.find(({ userId }) => userId === person.userId)?.reason ?? '',
    reasons: reasons.rows.map(({ id, userId, orgName, reason, at }) => ({
      id: Number(id),
      by: orgName ?? BY_FORMER,
      reason,
      created: instant(at),
      isOwn: userId === person.userId,
    })),
    updates: updates.map(({ id, status, note, createdAt }) => ({ id, status, note, created: createdAt.toISOString() })),
    mergedInto: mergedInto ?? null,
    merged: await others(eq(roadmapEntries.mergedIntoId, id)),
  };
}

/** Entries with more than half of a text's words, whatever their endings. */
export const similarEntries: Verb<typeof contract.similar> = async ({ db, person }, { query: { title } }) => {
  const words = sql`tsvector_to_array(to_tsvector('english', ${title}))`;
  const said = sql`to_tsvector('english', roadmap_entries.title || ' ' || roadmap_entries.text)`;
  const shared = sql`(select count(*)::int from unnest(${words}) word where word = any (tsvector_to_array(${said})))`;
  const any = sql`${said} @@ replace(plainto_tsquery('english', ${title})::text, '&', '|')::tsquery`;
  const enough = sql`${shared} * 2 > cardinality(${words})`;
  const { rows } = await db.execute<SimilarEntry>(sql`
    select roadmap_entries.id, roadmap_entries.title, roadmap_entries.status, roadmap_entries.votes from roadmap_entries
     where ${and(visibleRoadmapEntries(person), isNull(roadmapEntries.mergedIntoId), any, enough)}
     order by ${shared} desc, roadmap_entries.votes desc, roadmap_entries.id limit ${MOST_SIMILAR}`);
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }));
};

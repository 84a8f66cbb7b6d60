import { and, asc, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { CHAT_EXPORT_DAYS, type ChatExport, chatExportName, chatExportStatus } from '../../../domain/chat/chat-export';
import type { chatExports as calls } from '../../../domain/chat/export-contract';
import { dayOf } from '../../../domain/dates';
import { notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { chatExportParts, chatExports } from '../../db/schema';
import type { Verb } from '../../implement';
import { isExport } from './make-export';

const DAY_MS = 86_400_000;

/** What somebody asked for and isn't gone. */
const own = ({ membership, now, person }: Pick<Ctx, 'membership' | 'now' | 'person'>) =>
  and(
    eq(chatExports.orgId, membership.orgId),
    eq(chatExports.askedByUserId, person.userId),
    gt(chatExports.expiresAt, now),
  );

export const listExports: Verb<typeof calls.list> = async (ctx, { query: { page, itemsPerPage } }) => {
  const { db, now } = ctx;
  const rows = await db
    .select()
    .from(chatExports)
    .where(own(ctx))
    .orderBy(desc(chatExports.createdAt), desc(chatExports.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  return { results: rows.map((row) => toExport(row, now)), resultCount: await db.$count(chatExports, own(ctx)), page };
};

/** Whoever waits for a file gets that one. */
export const requestExport: Verb<typeof calls.request> = async (ctx) => {
  const { audit, db, enqueue, membership, now, person } = ctx;
  const { orgId } = membership;
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`chat-export:${orgId}:${person.userId}`}))`);
  const waiting = await db
    .select()
    .from(chatExports)
    .where(and(own(ctx), isNull(chatExports.readyAt)))
    .orderBy(desc(chatExports.createdAt));
  const known = waiting.map((row) => toExport(row, now)).find(({ status }) => status === 'WAITING');
  if (known) return known;
  const [made] = await db
    .insert(chatExports)
    .values({
      orgId,
      askedByUserId: person.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHAT_EXPORT_DAYS * DAY_MS),
    })
    .returning();
  if (!made) throw new Error('The export was not kept');
  await enqueue({ name: 'chat-export', data: { orgId, exportId: made.id } });
  await audit({ id: made.id, after: { expires: made.expiresAt.toISOString() } });
  return toExport(made, now);
};

export const downloadExport: Verb<typeof calls.download> = async (ctx, { params: { exportId } }) => {
  const { db, membership, timeZone } = ctx;
  const key = { orgId: membership.orgId, exportId };
  const [found] = await db
    .select({ readyAt: chatExports.readyAt })
    .from(chatExports)
    .where(and(own(ctx), isExport(key), isNotNull(chatExports.readyAt)));
  if (!found?.readyAt) throw notFound('Export');
  return { name: chatExportName(dayOf(found.readyAt, timeZone)), text: textOf(db, key) };
};

async function* textOf(db: Db, { orgId, exportId }: { orgId: number; exportId: number }): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const [found] = await db
      .select({ part: chatExportParts.part, text: chatExportParts.text })
      .from(chatExportParts)
      .where(
        and(eq(chatExportParts.orgId, orgId), eq(chatExportParts.exportId, exportId), gt(chatExportParts.part, after)),
      )
      .orderBy(asc(chatExportParts.part))
      .limit(1);
    if (!found) return;
    yield found.text;
    after = found.part;
  }
}

const toExport = (row: typeof chatExports.$inferSelect, now: Date): ChatExport => ({
  id: row.id,
  status: chatExportStatus({ requested: row.createdAt, ready: row.readyAt }, now),
  channels: row.channels,
  messages: row.messages,
  requested: row.createdAt.toISOString(),
  expires: row.expiresAt.toISOString(),
});

/** Removes files that expired, with all of their text. */
export async function purgeExports(db: Db): Promise<void> {
  await db.delete(chatExports).where(lte(chatExports.expiresAt, sql`now()`));
}

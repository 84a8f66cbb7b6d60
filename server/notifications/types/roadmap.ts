import { and, eq, sql } from 'drizzle-orm';
import { ROADMAP_STATUSES } from '../../../domain/roadmap/entry';
import { isOneOf } from '../../db/page';
import { orgUsers, roadmapEntries, roadmapUpdates } from '../../db/schema';
import { visibleRoadmapEntries } from '../../db/visibility';
import { familyOf } from '../../roadmap/family';
import { type CustomShown, type CustomTold, inOneLine, nothing, said } from './type';

export const roadmapTold: CustomTold<'ROADMAP_CHANGED'> = {
  ROADMAP_CHANGED: {
    async people(db, { entryId }) {
      const { rows } = await db.execute<{ userId: string }>(sql`
        select distinct said.user_id as "userId" from roadmap_supporters said
         where said.is_following and said.entry_id in ${familyOf(entryId)}
           and exists (select from org_users place where place.user_id = said.user_id and place.status = 'ACTIVE')`);
      return rows.map(({ userId }) => userId);
    },
    isOpen: async (db, { updateId }) => (await db.$count(roadmapUpdates, eq(roadmapUpdates.id, updateId))) > 0,
  },
};

export const roadmapShown: CustomShown<'ROADMAP_CHANGED'> = {
  async ROADMAP_CHANGED({ db, userId }, _, payloads) {
    const places = and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE'));
    if ((await db.$count(orgUsers, places)) === 0) return nothing;
    const ids = [...new Set(payloads.map(({ updateId }) => updateId))];
    const rows = await db
      .select({
        id: roadmapUpdates.id,
        title: roadmapEntries.title,
        status: roadmapUpdates.status,
        note: roadmapUpdates.note,
      })
      .from(roadmapUpdates)
      .innerJoin(roadmapEntries, eq(roadmapEntries.id, roadmapUpdates.entryId))
      .where(and(isOneOf(roadmapUpdates.id, ids), visibleRoadmapEntries({ userId, isSupport: false })));
    const found = new Map(rows.map((row) => [row.id, row]));
    return ({ entryId, updateId }) => {
      const update = found.get(updateId);
      if (update === undefined) return null;
      const title = `${ROADMAP_STATUSES[update.status]}: ${update.title}`;
      return said(title, inOneLine(update.note), '', `/roadmap/${entryId}`);
    };
  },
};

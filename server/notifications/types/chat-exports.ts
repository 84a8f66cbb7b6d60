import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { counted } from '../../../domain/text';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { chatExports } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { type CustomShown, type CustomTold, nothing, said } from './type';

const ready = (orgId: number, ids: readonly number[]) =>
  and(
    eq(chatExports.orgId, orgId),
    isOneOf(chatExports.id, ids),
    isNotNull(chatExports.readyAt),
    gt(chatExports.expiresAt, sql`now()`),
  );

async function askedBy(db: Db, orgId: number, exportId: number): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: chatExports.askedByUserId })
    .from(chatExports)
    .where(ready(orgId, [exportId]));
  return found?.userId;
}

export const chatExportsTold: CustomTold<'CHAT_EXPORTED'> = {
  CHAT_EXPORTED: {
    async people(db, { exportId }, orgId) {
      const userId = await askedBy(db, orgId, exportId);
      return (await activeMembers(db, orgId)).filter((one) => one.userId === userId).map((one) => one.userId);
    },
    isOpen: async (db, { exportId }, orgId) => (await askedBy(db, orgId, exportId)) !== undefined,
  },
};

export const chatExportsShown: CustomShown<'CHAT_EXPORTED'> = {
  async CHAT_EXPORTED({ db, memberOf, userId }, orgId, payloads) {
    if ((await memberOf(orgId)) === null) return nothing;
    const rows = await db
      .select()
      .from(chatExports)
      .where(
        and(
          ready(
            orgId,
            payloads.map(({ exportId }) => exportId),
          ),
          eq(chatExports.askedByUserId, userId),
        ),
      );
    const own = new Map(rows.map((row) => [row.id, row]));
    return ({ exportId }) => {
      const one = own.get(exportId);
      if (one === undefined) return null;
      const what = `${counted(one.messages, 'message')} of ${counted(one.channels, 'channel')}`;
      return said('Your chat export is ready', what, '', '/account/chat-exports');
    };
  },
};

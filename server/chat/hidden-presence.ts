import { eq, or } from 'drizzle-orm';
import type { chat } from '../../domain/chat/contract';
import { userBlocks } from '../db/schema';
import type { Verb } from '../implement';

export const hiddenPresence: Verb<typeof chat.hiddenPresence> = async ({ db, person: { userId } }) => {
  const { blockerId, blockedId } = userBlocks;
  const rows = await db
    .select({ blockerId, blockedId })
    .from(userBlocks)
    .where(or(eq(blockerId, userId), eq(blockedId, userId)));
  const others = new Set(rows.map((row) => (row.blockerId === userId ? row.blockedId : row.blockerId)));
  return [...others].sort().map((other) => ({ userId: other }));
};

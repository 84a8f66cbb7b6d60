import { setTimeout as sleep } from 'node:timers/promises';
import { decide } from '../../domain/access/ability';
import { BADGES, type BadgeName, type badges as contract } from '../../domain/badges/badges';
import { countApprovals } from '../carts/approvals/list-approvals';
import { countUnread } from '../chat/reading';
import type { Ctx } from '../context';
import type { Verb } from '../implement';
import { countFeed } from '../notifications/feed';
import { countWaiting } from '../orders/lists/count-waiting';
import { countInvites } from '../team/list-invitations';

/** How long the other counts wait for the chat service, in milliseconds. */
const PATIENCE_MS = 2000;

/** Counts what is asked for and the caller may be told. A chat service that doesn't answer leaves out only its own count. */
export const countBadges: Verb<typeof contract.count> = async (ctx, { query: { of, companyId, buyerCompanyId } }) => {
  const caller = { ...ctx.person, membership: ctx.membership };
  const counted = async (name: BadgeName, count: () => Promise<number | null>) =>
    of.includes(name) && decide(caller, BADGES[name]).allowed ? count() : null;
  const [orders, approvals, messages, invites] = await Promise.all([
    counted('orders', () => countWaiting(ctx, companyId)),
    counted('approvals', async () => (buyerCompanyId === undefined ? null : countApprovals(ctx, buyerCompanyId))),
    counted('messages', () => unreadOrNull(ctx)),
    counted('invites', () => countInvites(ctx)),
  ]);
  const feed = of.includes('unseen') || of.includes('unread') ? await countFeed(ctx.db, ctx.person.userId) : null;
  const ofFeed = (name: 'unseen' | 'unread') => (of.includes(name) ? (feed?.[name] ?? null) : null);
  return { orders, approvals, messages, invites, unseen: ofFeed('unseen'), unread: ofFeed('unread') };
};

async function unreadOrNull(ctx: Ctx): Promise<number | null> {
  if (ctx.person.impersonator !== null || !ctx.services.config.parts.chat) return null;
  const waited = new AbortController();
  try {
    return await Promise.race([countUnread(ctx), sleep(PATIENCE_MS, null, { signal: waited.signal })]);
  } catch (error) {
    ctx.log.warn({ err: error }, 'unread messages');
    return null;
  } finally {
    waited.abort();
  }
}

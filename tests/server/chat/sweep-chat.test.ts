import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { sweepChat } from '../../../server/chat/sweep-chat';
import { chatChannels, orgUsers, sandboxChatMembers } from '../../../server/db/schema';
import type { JobRequest } from '../../../server/queues';
import { openApp } from '../../support/app';
import { makeMember, makeSeller } from '../../support/factories';

const { chat, team } = contract;
const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
const { db, pool } = app.database;
const SLOW = { timeout: 60_000 };

async function readersOf(cid: string): Promise<string[]> {
  const there = eq(sandboxChatMembers.cid, `team:${cid}`);
  return (await db.select().from(sandboxChatMembers).where(there)).map(({ userId }) => userId);
}

async function teamWithChannel() {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const clerk = await makeMember(db, seller, { features: {} });
  const params = { orgId: seller.org.id };
  const body = { channelType: 'TEAM' as const, name: 'Dock', isPrivate: true, userIds: [clerk.user.id] };
  const { cid } = await owner.expectOk(chat.create, { params, body });
  await owner.expectOk(chat.channels, { params });
  expect(await readersOf(cid)).toContain(clerk.user.id);
  return { seller, owner, clerk, params, cid };
}

/** What a sweep enqueues. */
async function swept(): Promise<JobRequest[]> {
  const enqueued: JobRequest[] = [];
  const jobs = { enqueue: async (_db: unknown, job: JobRequest) => void enqueued.push(job), close: async () => {} };
  await sweepChat({ database: app.database, jobs });
  return enqueued;
}

const sweep = () => pool.query(`insert into jobs.job (name, policy) values ('sweep-chat', 'short')`);
const openJobs = async (name: string) =>
  (await pool.query(`select state from jobs.job where name = $1 and state < 'completed'`, [name])).rows;

test('somebody removed while the chat service is down is swept out of its channels, even after every try failed', async () => {
  const { owner, clerk, params, cid } = await teamWithChannel();
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'down'; end $$`);
  await pool.query(`create trigger down before delete on sandbox_chat_members for each row execute function refuse()`);
  await owner.expectOk(team.remove, { params: { ...params, id: clerk.orgUserId } });
  // The general channel, and this one.
  await expect.poll(() => openJobs('chat-channel'), SLOW).toEqual([{ state: 'retry' }, { state: 'retry' }]);
  expect(await swept()).toEqual([]);
  await pool.query(
    `update jobs.job set retry_limit = retry_count + 1, start_after = now() where name = 'chat-channel' and state = 'retry'`,
  );
  await expect.poll(() => openJobs('chat-channel'), SLOW).toEqual([]);
  expect(await readersOf(cid)).toContain(clerk.user.id);

  await pool.query(`drop trigger down on sandbox_chat_members`);
  await sweep();
  await expect.poll(() => readersOf(cid), SLOW).not.toContain(clerk.user.id);
  await expect.poll(swept, SLOW).toEqual([]);
});

test('whoever left a team without its channels hearing of it is swept out; where all agree nothing is enqueued', async () => {
  const { seller, clerk, cid } = await teamWithChannel();
  const other = await teamWithChannel();
  const revisions = () => db.select().from(chatChannels).where(eq(chatChannels.orgId, other.seller.org.id));
  const before = await revisions();
  await expect.poll(swept, SLOW).toEqual([]);
  const isClerk = and(eq(orgUsers.orgId, seller.org.id), eq(orgUsers.id, clerk.orgUserId));
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(isClerk);
  expect(await swept()).toEqual([{ name: 'chat-team', data: { orgId: seller.org.id } }]);
  await sweep();
  await expect.poll(() => readersOf(cid), SLOW).not.toContain(clerk.user.id);
  await expect.poll(swept, SLOW).toEqual([]);
  expect(await revisions()).toEqual(before);
  expect(await readersOf(other.cid)).toContain(other.clerk.user.id);
});

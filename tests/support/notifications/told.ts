import { expect } from 'vitest';
import { notifications } from '../../../domain/notifications/contract';
import type { TestApp } from '../app';
import type { UserFixture } from '../factories';

/** Waits until everybody was told of, and what was settled is settled. */
export async function allTold({ database: { pool } }: TestApp): Promise<void> {
  const waiting = `select from jobs.job where name in ('chat-mention', 'follow-harvest', 'follow-intake', 'notify', 'settle-notifications', 'tell-watched') and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(0);
}

/** What somebody's feed says once everybody was told, the newest first: of one type or kind, or all. */
export async function toldOf(app: TestApp, user: Pick<UserFixture, 'subject'>, what?: string) {
  await allTold(app);
  const { groups } = await (await app.as(user)).expectOk(notifications.list, { query: {} });
  return groups
    .flatMap(({ type, about, orgId, activities }) =>
      activities.map(({ title, subtitleLineOne, subtitleLineTwo, route, outcome }) => ({
        what: about ?? type,
        orgId,
        title,
        lines: [subtitleLineOne, subtitleLineTwo],
        route,
        outcome,
      })),
    )
    .filter((one) => what === undefined || one.what === what);
}

/** How many entries of a type or kind each of these people has. */
export const countsOf = async (app: TestApp, users: readonly Pick<UserFixture, 'subject'>[], what: string) => {
  const counts = [];
  for (const user of users) counts.push((await toldOf(app, user, what)).length);
  return counts;
};

/** What is said of something its reader may no longer see. */
export const HIDDEN_TITLE = 'No longer there for you';

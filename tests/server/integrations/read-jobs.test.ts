import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HISTORY_BEGINS } from '../../../domain/integrations/tracking-reads';
import { licenseSyncs, licenses, trackingReads } from '../../../server/db/schema';
import { openCredentialEncryption } from '../../../server/integrations/credential-encryption';
import { historyReader } from '../../../server/integrations/tracking/read-license';
import { readChanges } from '../../../server/integrations/tracking/read-list';
import type { Page } from '../../../server/integrations/tracking/read-window';
import type { Tracked } from '../../../server/integrations/tracking/tracked';
import type { TestApp } from '../../support/app';
import { makeLicenseKey, type SellerFixture } from '../../support/factories';
import { only } from '../../support/organization/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;

await eachWithSeller((now) => {
  ({ app, seller } = now);
});

const MINUTE = 60_000;
const PAGE = 20;
const db = () => app.database.db;
const ids = () => ({ orgId: seller.org.id, licenseId: seller.license.id });
const ofList = (list: string) => and(eq(trackingReads.licenseId, seller.license.id), eq(trackingReads.list, list));
const positionOf = async (list: string) => only(await db().select().from(trackingReads).where(ofList(list)));

type Asked = { what: string; query?: Record<string, string> };

/** What a job works with, at a tracking system that answers so. */
const toolsWith = (readPage: (page: number, asked: Asked) => Promise<Page>, theirNow: number) => ({
  database: app.database,
  integrations: {
    vault: openCredentialEncryption(app.config.credentialsKey),
    tracking: {
      readPage: (_at: unknown, page: number, asked: Asked) => readPage(page, asked),
      openedBy: async () => ({ licenseNumbers: [seller.license.licenseNumber], theirNow }),
    },
  },
  jobs: { enqueue: async () => {} },
});

const listNamed = (name: string, kept: unknown[] = []) => ({
  name,
  path: `/${name}`,
  keep: async (_tools: unknown, _from: unknown, records: unknown[]) => void kept.push(...records),
});

test('more changes than a job has time for are read by the jobs after it, none of them the same again and again', async () => {
  await makeLicenseKey(db(), seller);
  const theirNow = Date.now();
  const began = theirNow - 25 * MINUTE;
  // Every 50 ms for five minutes.
  const there = Array.from({ length: 6_000 }, (_, Id) => ({ Id, modified: began + Id * 50 }));
  const readPage = async (page: number, { query }: Asked): Promise<Page> => {
    const [from, until] = [Date.parse(query?.lastModifiedStart ?? ''), Date.parse(query?.lastModifiedEnd ?? '')];
    const all = there.filter(({ modified }) => modified >= from && modified <= until);
    const pages = Math.max(1, Math.ceil(all.length / PAGE));
    return { records: all.slice((page - 1) * PAGE, page * PAGE), pages, total: all.length };
  };
  const readAt = new Date(theirNow - 30 * MINUTE);
  await db()
    .insert(trackingReads)
    .values({ ...ids(), list: 'first', readUntil: readAt, readAt });
  const kept: { Id: number }[] = [];
  const reading = {
    tools: toolsWith(readPage, theirNow) as never,
    ids: ids(),
    at: {} as never,
    list: listNamed('first', kept),
    theirNow,
    // Over before it begins, as after a window that took long: each job reads one.
    deadline: 0,
  };
  let jobs = 1;
  for (; !(await readChanges(reading, await positionOf('first'))); jobs += 1) expect(jobs).toBeLessThan(30);
  expect(new Set(kept.map(({ Id }) => Id)).size).toBe(there.length);
  expect(kept.length).toBeLessThan(there.length * 1.1);
  expect((await positionOf('first')).readUntil).toEqual(new Date(theirNow));
});

describe('a round that ends', () => {
  test('knows nothing of a list it didn’t read, though another job can read it again since a moment', async () => {
    await makeLicenseKey(db(), seller);
    const roundBeganAt = new Date();
    await db()
      .update(licenses)
      .set({ syncNotFound: false, historicalSyncDone: true, syncActive: true })
      .where(eq(licenses.id, seller.license.id));
    await db().update(licenseSyncs).set({ roundBeganAt }).where(eq(licenseSyncs.licenseId, seller.license.id));
    const unreadSoFar = { readUntil: null, readAt: null, roundUntil: new Date(HISTORY_BEGINS) };
    const read = { readUntil: roundBeganAt, readAt: roundBeganAt, roundUntil: null };
    await db()
      .insert(trackingReads)
      .values([
        { ...ids(), list: 'refused', ...unreadSoFar, problem: 'REFUSED' as const },
        { ...ids(), list: 'read', ...read },
      ]);
    const readPage = async (): Promise<Page> => {
      await db().update(trackingReads).set({ problem: null }).where(ofList('refused'));
      return { records: [], pages: 1, total: 0 };
    };
    const ended: (readonly string[])[] = [];
    const tracked: Tracked = {
      lists: [listNamed('refused'), listNamed('read')],
      finishRound: async (_tools, { unread }) => void ended.push(unread),
      follow: async () => {},
    };
    await historyReader(tracked)(toolsWith(readPage, Date.now()) as never, ids());
    expect(ended).toEqual([['refused']]);
  });
});

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { networkPackages } from '../../../domain/network/packages-contract';
import { type Partner, partners as partnerCalls } from '../../../domain/network/partners-contract';
import { sharedBrands as shareCalls } from '../../../domain/network/shares-contract';
import { auditLog, partnerBrands, sharedBrands } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeItem, makeSeller, type SellerFixture } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;
const TIMES = 8;

/** O has the brand; P asks to work with it and holds packages of it, as O does. */
let owner: SellerFixture;
let partner: SellerFixture;
let o: TestCaller;
let p: TestCaller;

beforeEach(async () => {
  [owner, partner] = [await makeSeller(db()), await makeSeller(db())];
  [o, p] = [await app.as(owner.owner.user, owner.org), await app.as(partner.owner.user, partner.org)];
  for (const holder of [owner, partner])
    await makeItem(db(), holder, { brandId: owner.brand.id, packages: [{ quantity: '5' }] });
});

const at = (id: number) => ({ params: { id } });
const ask = () => p.expectOk(partnerCalls.request, { body: { brandId: owner.brand.id } });
const accept = (id: number) => o.call(partnerCalls.accept, { ...at(id), body: { canViewPackages: true } });
const takeBack = (by: TestCaller, id: number, status: 'REQUESTED' | 'ACCEPTED') =>
  by.call(partnerCalls.remove, { ...at(id), query: { status } });
const share = (by = p) =>
  by.call(shareCalls.create, {
    body: { orgId: partner.org.id, licenseId: partner.license.id, brandId: owner.brand.id },
  });
/** Packages of the other organization that one reads. */
const read = async (by: TestCaller, { org }: SellerFixture) =>
  (await by.expectOk(networkPackages.search, { body: { orgId: org.id, filters: {} } })).results.filter(
    ({ holder }) => holder.organization !== org.name,
  ).length;
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort();
const audited = async (entity: string, org: SellerFixture['org']) =>
  (await db().select().from(auditLog).where(eq(auditLog.entity, entity))).filter(({ orgId }) => orgId === org.id);

describe('a request of a partner', () => {
  test('accepted and withdrawn at once is the one or the other on both sides', async () => {
    for (let time = 0; time < TIMES; time++) {
      const { id } = await ask();
      const replies = await Promise.all(
        time % 2 === 0
          ? [accept(id), takeBack(p, id, 'REQUESTED')]
          : [takeBack(p, id, 'REQUESTED'), accept(id)].reverse(),
      );
      expect(statusesOf(replies)).toEqual([200, 409]);
      const isAccepted = replies[0]?.status === 200;
      expect(await read(p, partner)).toBe(isAccepted ? 1 : 0);
      const [row] = await db().select().from(partnerBrands).where(eq(partnerBrands.id, id));
      expect(row?.status).toBe(isAccepted ? 'ACCEPTED' : 'RESCINDED');
      for (const [by, { org }] of [
        [o, owner],
        [p, partner],
      ] as const) {
        const all: Partner[] = await by.expectOk(partnerCalls.list, { query: { orgId: org.id } });
        expect(all.find((one) => one.id === id)?.status).toBe(row?.status);
      }
      if (isAccepted) expect(await takeBack(o, id, 'ACCEPTED')).toMatchObject({ status: 200 });
    }
  });

  test('accepted twice at once is accepted once, and said once on each side', async () => {
    const { id } = await ask();
    const before = (await audited('partner', partner.org)).length;
    expect(statusesOf(await Promise.all([accept(id), accept(id), accept(id)]))).toEqual([200, 409, 409]);
    expect((await audited('partner', partner.org)).length).toBe(before + 1);
  });

  test('asked for twice at once is one request', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => p.call(partnerCalls.request, { body: { brandId: owner.brand.id } })),
    );
    expect(statusesOf(replies)).toEqual([200, 409, 409]);
    expect(await p.expectOk(partnerCalls.list, { query: { orgId: partner.org.id } })).toHaveLength(1);
  });
});

describe('an agreement', () => {
  test('ended by both sides at once ends once', async () => {
    const { id } = await ask();
    await accept(id);
    const replies = await Promise.all([takeBack(o, id, 'ACCEPTED'), takeBack(p, id, 'ACCEPTED')]);
    expect(statusesOf(replies)).toEqual([200, 409]);
    expect(await read(p, partner)).toBe(0);
  });

  test.each([
    [
      'a partnership',
      async () => {
        const { id } = await ask();
        await accept(id);
        return { reading: () => read(p, partner), end: () => takeBack(o, id, 'ACCEPTED') };
      },
    ],
    [
      'a shared brand',
      async () => {
        const { id } = (await share()).body as { id: number };
        return { reading: () => read(o, owner), end: () => p.call(shareCalls.remove, at(id)) };
      },
    ],
    [
      'a shared brand that is disabled',
      async () => {
        const { id } = (await share()).body as { id: number };
        return { reading: () => read(o, owner), end: () => p.call(shareCalls.disable, at(id)) };
      },
    ],
  ] as const)(
    'of %s shows nothing to a read that begins when its end is answered, however many are under way',
    async (_, begin) => {
      const { reading, end } = await begin();
      expect(await reading()).toBe(1);
      let isEnded = false;
      let isOver = false;
      const readers = [1, 2, 3].map(async () => {
        const late: number[] = [];
        while (!isOver) {
          const beganLate = isEnded;
          const shown = await reading();
          expect(shown).toBeLessThanOrEqual(1);
          if (beganLate) late.push(shown);
        }
        return late;
      });
      expect(await end()).toMatchObject({ status: 200 });
      isEnded = true;
      expect([await reading(), await reading(), await reading()]).toEqual([0, 0, 0]);
      isOver = true;
      expect((await Promise.all(readers)).flat().filter((shown) => shown !== 0)).toEqual([]);
    },
  );
});

describe('a brand shared at a license', () => {
  test('twice at once is one share', async () => {
    expect(statusesOf(await Promise.all([share(), share(), share()]))).toEqual([200, 409, 409]);
    const rows = await db().select().from(sharedBrands).where(eq(sharedBrands.orgId, partner.org.id));
    expect(rows).toHaveLength(1);
  });

  test('given while its owner asks for it is shared, or asked for and then shared, never both', async () => {
    for (let time = 0; time < TIMES; time++) {
      const [given, asked] = await Promise.all([
        share(),
        o.call(shareCalls.request, { query: { licenseId: partner.license.id, brandId: owner.brand.id } }),
      ]);
      expect(given.status).toBe(200);
      expect([200, 409]).toContain(asked.status);
      const rows = await db().select().from(sharedBrands).where(eq(sharedBrands.orgId, partner.org.id));
      const standing = rows.filter(({ status }) => status === 'SHARED' || status === 'REQUESTED');
      expect(standing.map(({ status }) => status)).toEqual(['SHARED']);
      expect(await read(o, owner)).toBe(1);
      expect(await p.call(shareCalls.remove, at(standing[0]?.id ?? 0))).toMatchObject({ status: 200 });
      expect(await read(o, owner)).toBe(0);
    }
  });
});

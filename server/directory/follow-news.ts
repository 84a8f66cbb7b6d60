import { and, asc, eq } from 'drizzle-orm';
import {
  type Followed,
  type FollowMail,
  type FollowNews,
  isQuietOver,
  newsOf,
  notice,
  told,
} from '../../domain/directory/follow';
import { formatUsd } from '../../domain/money';
import { subjectOf } from '../../domain/notifications/subjects';
import { counted } from '../../domain/text';
import type { Services } from '../context';
import { isOneOf } from '../db/page';
import { brands, buyerLicenses, marketPeople, productFollows, users } from '../db/schema';
import { transact } from '../db/transact';
import { seesAgreedPrices, visibleBuyerLicenses } from '../db/visibility';
import { compose } from '../mail/compose';
import { html } from '../mail/html';
import { noticeAt } from '../notices/notices';
import type { JobData } from '../queues';
import { activeMembers } from '../team/members';
import { type FollowRow, savePerson, watch } from './follows';

/** Has every organization’s followed products looked at. */
export async function findFollowed({ database: { db }, jobs }: Services): Promise<void> {
  const found = await db.selectDistinct({ orgId: productFollows.orgId }).from(productFollows);
  for (const { orgId } of found) await jobs.enqueue(db, { name: 'follow-news', data: { orgId } });
}

/**
 * Notes what became of the products an organization’s people follow, and enqueues a letter to each who is told: together,
 * so that nothing is told twice. Who left the team, or may no longer buy for a license, isn’t told.
 */
export async function noteFollowed({ database, jobs }: Services, { orgId }: JobData<'follow-news'>): Promise<void> {
  const mayBuyFor = await readBuyers(database, orgId);
  await transact(database.db, async (tx) => {
    const now = new Date();
    const rows = await tx
      .select()
      .from(productFollows)
      .where(eq(productFollows.orgId, orgId))
      .orderBy(asc(productFollows.id))
      .for('no key update');
    const people = await tx.select().from(marketPeople).where(eq(marketPeople.orgId, orgId));
    const mailOf = (orgUserId: number) => {
      const { followMail = 'AT_ONCE', followLetterAt = null } = people.find((one) => one.orgUserId === orgUserId) ?? {};
      return { mail: followMail as FollowMail, followLetterAt };
    };
    const seenOf = await watch(tx, rows);
    const toWrite = new Set<number>();
    const toTell = new Map<number, number[]>();
    for (const row of rows) {
      const { watched } = seenOf(row);
      const current = notice(row, watched, now);
      const { mail, followLetterAt } = mailOf(row.orgUserId);
      const isTold = mayBuyFor(row) && watched.price !== null && (mail !== 'DAILY' || isQuietOver(followLetterAt, now));
      const news = isTold ? newsOf(current, now) : null;
      const next = news ? told(current, now) : current;
      if (news) toTell.set(row.orgUserId, [...(toTell.get(row.orgUserId) ?? []), row.id]);
      if (news && mail !== 'NEVER') toWrite.add(row.orgUserId);
      if (news || isOther(row, next))
        await tx
          .update(productFollows)
          .set({ ...kept(next), ...(news && { toldFrom: news.from, toldPrice: news.price, toldBack: news.isBack }) })
          .where(and(eq(productFollows.orgId, orgId), eq(productFollows.id, row.id)));
    }
    for (const [orgUserId, followIds] of toTell) {
      const payload = { about: 'FOLLOWED' as const, orgUserId, followIds };
      const subject = subjectOf.followed(orgUserId);
      await jobs.enqueue(tx, noticeAt({ type: 'CUSTOM', orgId, subject, payload }, { by: null, now }));
    }
    for (const orgUserId of toWrite) {
      await savePerson(tx, { orgId, orgUserId }, { followLetterAt: now });
      await jobs.enqueue(tx, { name: 'follow-letter', data: { orgId, orgUserId, at: now.toISOString() } });
    }
  });
}

const kept = ({
  price,
  inStock,
  beforePrice,
  priceChangedAt,
  stockChangedAt,
  knownPrice,
  knownOut,
  toldAt,
}: Followed) => ({
  price,
  inStock,
  beforePrice,
  priceChangedAt,
  stockChangedAt,
  knownPrice,
  knownOut,
  toldAt,
});

const isOther = (before: FollowRow, next: Followed) => JSON.stringify(kept(before)) !== JSON.stringify(kept(next));

/** Whether a follow’s person is still on the team and may buy for its license. */
async function readBuyers({ db }: Services['database'], orgId: number): Promise<(row: FollowRow) => boolean> {
  const members = (await activeMembers(db, orgId)).filter(({ membership }) => seesAgreedPrices(membership));
  const seen = await Promise.all(
    members.map(async ({ id, membership }) => {
      const found = await db
        .select({ id: buyerLicenses.id })
        .from(buyerLicenses)
        .where(visibleBuyerLicenses(membership));
      return [id, new Set(found.map((license) => license.id))] as const;
    }),
  );
  const licensesOf = new Map(seen);
  return ({ orgUserId, buyerLicenseId }) => licensesOf.get(orgUserId)?.has(buyerLicenseId) ?? false;
}

/** The follows a letter is about: what somebody was told of at a moment. */
export const wereTold = ({ orgId, orgUserId, at }: JobData<'follow-letter'>) =>
  and(
    eq(productFollows.orgId, orgId),
    eq(productFollows.orgUserId, orgUserId),
    eq(productFollows.toldAt, new Date(at)),
  );

/** Sends somebody one letter about all they were told at a moment, but what they stopped following since. */
export async function mailFollowed(
  { database: { db }, mail, config: { publicUrl } }: Services,
  job: JobData<'follow-letter'>,
): Promise<void> {
  const { orgId, orgUserId } = job;
  const member = (await activeMembers(db, orgId)).find(({ id }) => id === orgUserId);
  if (member === undefined || !seesAgreedPrices(member.membership)) return;
  const rows = await db
    .select()
    .from(productFollows)
    .where(wereTold(job))
    .orderBy(asc(productFollows.productName), asc(productFollows.id));
  const [first] = rows;
  if (first === undefined) return;
  const [person] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, member.userId));
  const named = await db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(isOneOf(brands.id, [...new Set(rows.map(({ brandId }) => brandId))]));
  const lines = rows.map((row) => ({
    name: `${row.productName} (${named.find(({ id }) => id === row.brandId)?.name ?? ''})`,
    what: describeNews({ from: row.toldFrom, price: row.toldPrice ?? row.price, isBack: row.toldBack }),
  }));
  const isOne = rows.length === 1;
  const what = describeNews({ from: first.toldFrom, price: first.toldPrice ?? first.price, isBack: first.toldBack });
  const link = `${publicUrl}/marketplace/following`;
  await mail.send(
    compose(
      { email: member.email, firstName: person?.firstName ?? '' },
      {
        kind: 'notice',
        stopAt: link,
        subject: isOne ? `${first.productName}: ${what}` : `${counted(rows.length, 'product')} you follow changed`,
        lead: isOne ? 'A product you follow changed:' : 'Products you follow changed:',
        details: {
          text: lines.map(({ name, what: changed }) => `${name}: ${changed}`).join('\n'),
          html: html`<ul class="ink">${lines.map(({ name, what: changed }) => html`<li><b>${name}</b>: ${changed}</li>`)}</ul>`,
        },
        action: 'See what you follow',
        link,
        close:
          'You get this email because you follow these products. Change how often, or stop following, on that page.',
      },
    ),
  );
}

/** What became of a followed product, as the end of a sentence. */
export function describeNews({ from, price, isBack }: FollowNews): string {
  const cost = from === null ? null : `now ${formatUsd(price)}, was ${formatUsd(from)}`;
  if (!isBack) return cost ?? `now ${formatUsd(price)}`;
  return cost === null ? `back in stock at ${formatUsd(price)}` : `back in stock, ${cost}`;
}

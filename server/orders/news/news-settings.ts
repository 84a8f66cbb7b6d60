import { and, eq } from 'drizzle-orm';
import type { orderNews as contract } from '../../../domain/orders/news/contract';
import { NewsSettings, USUAL_NEWS } from '../../../domain/orders/news/news';
import type { Db } from '../../db/client';
import { marketPeople } from '../../db/schema';
import type { Verb } from '../../implement';

export const readNewsSettings: Verb<typeof contract.get> = async ({ db, membership: { orgId, orgUserId } }) =>
  (await newsSettingsOf(db, orgId, orgUserId))(orgUserId);

export const saveNewsSettings: Verb<typeof contract.save> = async (
  { db, membership: { orgId, orgUserId } },
  { body },
) => {
  const about = [...new Set(body.about)];
  const chosen = { orderNewsOf: body.orders, orderNews: about };
  await db
    .insert(marketPeople)
    .values({ orgId, orgUserId, ...chosen })
    .onConflictDoUpdate({ target: [marketPeople.orgId, marketPeople.orgUserId], set: chosen });
  return { ...body, about };
};

/** What each of an organization's people, or one of them, wants to be emailed about its purchase orders. */
export async function newsSettingsOf(
  db: Db,
  orgId: number,
  one?: number,
): Promise<(orgUserId: number) => NewsSettings> {
  const rows = await db
    .select({ id: marketPeople.orgUserId, orders: marketPeople.orderNewsOf, about: marketPeople.orderNews })
    .from(marketPeople)
    .where(and(eq(marketPeople.orgId, orgId), one === undefined ? undefined : eq(marketPeople.orgUserId, one)));
  const chosen = new Map(rows.map(({ id, ...settings }) => [id, NewsSettings.parse(settings)]));
  return (orgUserId) => chosen.get(orgUserId) ?? USUAL_NEWS;
}

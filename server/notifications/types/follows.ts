import { and, eq } from 'drizzle-orm';
import { counted, listed } from '../../../domain/text';
import { isOneOf } from '../../db/page';
import { buyerLicenses, productFollows } from '../../db/schema';
import { seesAgreedPrices, visibleBuyerLicenses } from '../../db/visibility';
import { describeNews } from '../../directory/follow-news';
import { activeMembers } from '../../team/members';
import { byId, type CustomShown, type CustomTold, inOneLine, nothing, said } from './type';

export const followsTold: CustomTold<'FOLLOWED'> = {
  FOLLOWED: {
    people: async (db, { orgUserId }, orgId) =>
      (await activeMembers(db, orgId))
        .filter(({ id, membership }) => id === orgUserId && seesAgreedPrices(membership))
        .map(({ userId }) => userId),
  },
};

export const followsShown: CustomShown<'FOLLOWED'> = {
  async FOLLOWED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !seesAgreedPrices(membership)) return nothing;
    const rows = await db
      .select({ follow: productFollows })
      .from(productFollows)
      .innerJoin(buyerLicenses, eq(buyerLicenses.id, productFollows.buyerLicenseId))
      .where(
        and(
          eq(productFollows.orgId, orgId),
          eq(productFollows.orgUserId, membership.orgUserId),
          isOneOf(productFollows.id, [...new Set(payloads.flatMap(({ followIds }) => followIds))]),
          visibleBuyerLicenses(membership),
        ),
      );
    const found = byId(rows.map(({ follow }) => follow));
    return ({ followIds }) => {
      const followed = followIds.flatMap((id) => found.get(id) ?? []);
      const [first] = followed;
      if (first === undefined) return null;
      const route = '/marketplace/following';
      if (followed.length > 1) {
        const names = inOneLine(listed(followed.map(({ productName }) => productName)));
        return said(`${counted(followed.length, 'product')} you follow changed`, names, '', route);
      }
      const { toldFrom: from, toldPrice, price, toldBack: isBack, productName } = first;
      return said(`${productName}: ${describeNews({ from, price: toldPrice ?? price, isBack })}`, '', '', route);
    };
  },
};

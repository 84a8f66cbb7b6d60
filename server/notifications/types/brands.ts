import { and, eq, isNull } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { listed } from '../../../domain/text';
import { isOneOf } from '../../db/page';
import { brandSuggestions, brands, organizations } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import { activeMembers } from '../../team/members';
import { byId, nothing, type Shown, said, supportStaff, type Told } from './type';

type OfBrands = 'NEW_BRAND_IN_REVIEW' | 'BRAND_CREATED';

export const brandsTold: Told<OfBrands> = {
  NEW_BRAND_IN_REVIEW: {
    people: supportStaff,
    isOpen: async (db, { suggestionId }) =>
      (await db.$count(
        brandSuggestions,
        and(eq(brandSuggestions.id, suggestionId), eq(brandSuggestions.status, 'IN_REVIEW')),
      )) > 0,
  },
  BRAND_CREATED: {
    async people(db, { brandId }, orgId) {
      const found = await db
        .select({ userId: brandSuggestions.suggestedByUserId })
        .from(brandSuggestions)
        .where(
          and(
            eq(brandSuggestions.orgId, orgId),
            eq(brandSuggestions.brandId, brandId),
            eq(brandSuggestions.status, 'APPROVED'),
          ),
        );
      const team = new Set((await activeMembers(db, orgId)).map(({ userId }) => userId));
      return found.flatMap(({ userId }) => (team.has(userId) ? [userId] : []));
    },
  },
};

export const brandsShown: Shown<OfBrands> = {
  async NEW_BRAND_IN_REVIEW({ db, userId }, _, payloads) {
    const isStaff = (await supportStaff(db)).includes(userId);
    if (!isStaff) return nothing;
    const found = byId(
      await db
        .select({
          id: brandSuggestions.id,
          name: brandSuggestions.suggestedName,
          states: brandSuggestions.suggestedStates,
          org: organizations.name,
        })
        .from(brandSuggestions)
        .innerJoin(organizations, eq(organizations.id, brandSuggestions.orgId))
        .where(
          isOneOf(
            brandSuggestions.id,
            payloads.map(({ suggestionId }) => suggestionId),
          ),
        ),
    );
    return ({ suggestionId }) => {
      const one = found.get(suggestionId);
      return one ? said(`New brand in review: ${one.name}`, one.org, listed(one.states), '/support/brands') : null;
    };
  },

  async BRAND_CREATED({ db, userId, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const ids = payloads.map(({ brandId }) => brandId);
    const of = (rows: Promise<{ id: number; name: string; slug: string }[]>) => rows.then(byId);
    const columns = { id: brands.id, name: brands.name, slug: brands.slug };
    const own = isAllowed(membership, 'read', 'MANAGE_BRANDS')
      ? await of(
          db
            .select(columns)
            .from(brands)
            .where(and(isOneOf(brands.id, ids), visibleBrands(membership))),
        )
      : byId<{ id: number; name: string; slug: string }>([]);
    // Everybody reads what is in the directory.
    const shown = await of(
      db
        .select(columns)
        .from(brandSuggestions)
        .innerJoin(brands, eq(brands.id, brandSuggestions.brandId))
        .where(
          and(
            isOneOf(brands.id, ids),
            eq(brandSuggestions.orgId, orgId),
            eq(brandSuggestions.suggestedByUserId, userId),
            eq(brands.disabled, false),
            isNull(brands.review),
          ),
        ),
    );
    return ({ brandId }) => {
      const one = own.get(brandId) ?? shown.get(brandId);
      if (one === undefined) return null;
      const route = own.has(brandId) ? `/account/manage/brands/${brandId}` : `/marketplace/brands/${one.slug}`;
      return said(`Brand created: ${one.name}`, 'We approved what you suggested.', '', route);
    };
  },
};

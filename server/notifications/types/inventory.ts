import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAllowed } from '../../../domain/access/ability';
import { type Membership, seesEverything } from '../../../domain/access/roles';
import { counted } from '../../../domain/text';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { brands, trackingDifferences as differences, users } from '../../db/schema';
import { visibleDifferences, visibleItemBrands } from '../../db/visibility';
import { membersSeeing } from '../../inventory/reconciliation/ask-colleague';
import { activeMembers } from '../../team/members';
import {
  byId,
  type CustomShown,
  type CustomTold,
  inOneLine,
  nothing,
  type Shown,
  said,
  type Told,
  type ToldOf,
} from './type';

type Assigned = { brandId: number; items: number };
const NEWS = ['ITEM_ASSIGNED', 'ITEM_AUTO_ASSIGNED'] as const;
type Assignment = (typeof NEWS)[number];

const readsInventory = (membership: Membership) => isAllowed(membership, 'read', 'INVENTORY');

/** Those who read the inventory and see the brand. */
const assigned: ToldOf<Assigned> = {
  async people(db, { brandId }, orgId) {
    const readers = (await activeMembers(db, orgId)).filter(({ membership }) => readsInventory(membership));
    const seeing = await Promise.all(readers.map(({ membership }) => seenBrands(db, membership, [brandId])));
    return readers.filter((_, at) => seeing[at]?.has(brandId)).map(({ userId }) => userId);
  },
};

async function seenBrands(db: Db, membership: Membership, ids: readonly number[]) {
  if (!readsInventory(membership)) return new Map<number, never>();
  const found = await db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(and(isOneOf(brands.id, [...new Set(ids)]), visibleItemBrands(membership)));
  return byId(found);
}

const showAssigned =
  (how: string): Shown<Assignment>[Assignment] =>
  async ({ db, memberOf }, orgId, payloads) => {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const seen = await seenBrands(
      db,
      membership,
      payloads.map(({ brandId }) => brandId),
    );
    // Of some of the items the reader may not see the license.
    const many = ({ items }: Assigned) => (seesEverything(membership) ? counted(items, 'item') : 'Items');
    const route = isAllowed(membership, 'read', 'ITEM_BRANDING') ? '/inventory/brands/branded' : '/inventory';
    return (payload) => {
      const brand = seen.get(payload.brandId);
      return brand ? said(`${many(payload)} assigned to ${brand.name}`, how, '', route) : null;
    };
  };

export const inventoryTold: Told<Assignment> = { ITEM_ASSIGNED: assigned, ITEM_AUTO_ASSIGNED: assigned };

export const inventoryShown: Shown<Assignment> = {
  ITEM_ASSIGNED: showAssigned('A colleague assigned them.'),
  ITEM_AUTO_ASSIGNED: showAssigned('An assignment rule found them by their names.'),
};

/** A question to the one colleague it was asked of. */
export const inventoryCustomTold: CustomTold<'DIFFERENCE_ASKED'> = {
  DIFFERENCE_ASKED: {
    people: async (db, { differenceId: id, orgUserId }, orgId) =>
      (await membersSeeing(db, { orgId, id })).filter((one) => one.id === orgUserId).map(({ userId }) => userId),
    isOpen: async (db, { differenceId, orgUserId, askedAt }, orgId) =>
      (await db.$count(
        differences,
        and(
          eq(differences.orgId, orgId),
          eq(differences.id, differenceId),
          eq(differences.askedOf, orgUserId),
          eq(differences.askedAt, new Date(askedAt)),
          isNull(differences.settledAt),
        ),
      )) > 0,
  },
};

const askers = alias(users, 'askers');

export const inventoryCustomShown: CustomShown<'DIFFERENCE_ASKED'> = {
  async DIFFERENCE_ASKED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const found = byId(
      await db
        .select({
          id: differences.id,
          label: differences.label,
          ours: differences.ours,
          theirs: differences.theirs,
          question: differences.question,
          askedAt: differences.askedAt,
          by: sql<string>`${askers.firstName} || ' ' || ${askers.lastName}`,
        })
        .from(differences)
        .innerJoin(askers, eq(askers.id, differences.askedBy))
        .where(
          and(
            visibleDifferences(membership),
            eq(differences.askedOf, membership.orgUserId),
            isOneOf(
              differences.id,
              payloads.map(({ differenceId }) => differenceId),
            ),
          ),
        ),
    );
    return ({ differenceId, askedAt }) => {
      const one = found.get(differenceId);
      if (one?.askedAt?.toISOString() !== askedAt) return null;
      return said(
        `${one.by} asks you about package ${one.label.slice(-6)}`,
        inOneLine(one.question ?? ''),
        `We have ${one.ours}. The tracking system says ${one.theirs}.`,
        '/inventory/reconciliation?askedOfMe=true',
      );
    };
  },
};

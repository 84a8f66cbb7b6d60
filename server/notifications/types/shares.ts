import { and, eq, sql } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { Membership } from '../../../domain/access/roles';
import { seesEverything } from '../../../domain/access/roles';
import type { ShareState } from '../../../domain/network/share';
import { shareStateAt } from '../../../domain/network/shared-brand';
import { counted } from '../../../domain/text';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { brands, licenses, organizations, sharedBrands } from '../../db/schema';
import { visibleHeldShares, visibleOwnedShares } from '../../db/visibility';
import { activeMembers } from '../../team/members';
import { byId, nothing, type Said, type Shown, type ShowOf, said, type Told, type ToldOf } from './type';

type OfShares =
  | 'SHARED_BRAND_REQUEST_RECEIVED'
  | 'LICENSE_SHARED_WITH_YOUR_BRAND'
  | 'ITEM_SHARED_WITH_YOU'
  | 'ITEM_SHARED_WITH_OTHER'
  | 'ITEM_SHARING_REQUESTED';

const readsShares = (membership: Membership) => isAllowed(membership, 'read', 'ITEM_OWNERS');

/** A share of a holder, as it is now. */
async function findShare(db: Db, orgId: number, id: number) {
  const [row] = await db
    .select()
    .from(sharedBrands)
    .where(and(eq(sharedBrands.orgId, orgId), eq(sharedBrands.id, id)));
  return row;
}

/** Those of the license's holder who see it, and may answer. */
async function holders(db: Db, orgId: number, shareId: number, level: 'read' | 'write'): Promise<string[]> {
  const row = await findShare(db, orgId, shareId);
  if (row === undefined) return [];
  return (await activeMembers(db, orgId))
    .filter(({ membership }) => isAllowed(membership, level, 'ITEM_OWNERS'))
    .filter(({ membership }) => seesEverything(membership) || membership.licenseIds.includes(row.licenseId))
    .map(({ userId }) => userId);
}

type OfOwner = { shareId: number; holderOrgId: number };

/** Those of the brand's owner who see it. */
async function owners(db: Db, orgId: number, { shareId, holderOrgId }: OfOwner): Promise<string[]> {
  const row = await findShare(db, holderOrgId, shareId);
  if (row?.ownerOrgId !== orgId) return [];
  return (await activeMembers(db, orgId))
    .filter(({ membership }) => readsShares(membership))
    .filter(({ membership }) => seesEverything(membership) || membership.brandIds.includes(row.brandId))
    .map(({ userId }) => userId);
}

/** Whether the owner sees the packages now. */
async function isShownNow(db: Db, { shareId, holderOrgId }: OfOwner): Promise<boolean> {
  const row = await findShare(db, holderOrgId, shareId);
  return row?.status === 'SHARED' && row.enabled;
}

/** What is about a request goes to who may answer it, as long as it waits. */
const ofRequest: ToldOf<{ requestId: number }> = {
  people: (db, { requestId }, orgId) => holders(db, orgId, requestId, 'write'),
  async isOpen(db, { requestId }, orgId) {
    const row = await findShare(db, orgId, requestId);
    return row !== undefined && shareStateAt(row, new Date()) === 'REQUESTED';
  },
};

export const sharesTold: Told<OfShares> = {
  SHARED_BRAND_REQUEST_RECEIVED: ofRequest,
  ITEM_SHARING_REQUESTED: ofRequest,
  LICENSE_SHARED_WITH_YOUR_BRAND: {
    people: (db, payload, orgId) => owners(db, orgId, payload),
    isOpen: isShownNow,
  },
  ITEM_SHARED_WITH_YOU: { people: (db, payload, orgId) => owners(db, orgId, payload), isOpen: isShownNow },
  ITEM_SHARED_WITH_OTHER: { people: (db, { shareId }, orgId) => holders(db, orgId, shareId, 'read') },
};

/** Shares by id, as a member of one side sees them. */
async function findSeen(db: Db, membership: Membership, side: 'HOLDER' | 'OWNER', ids: readonly number[]) {
  const isHolder = side === 'HOLDER';
  const other = isHolder ? sharedBrands.ownerOrgId : sharedBrands.orgId;
  return byId(
    await db
      .select({
        id: sharedBrands.id,
        status: sharedBrands.status,
        enabled: sharedBrands.enabled,
        expiresAt: sharedBrands.expiresAt,
        licenseId: sharedBrands.licenseId,
        brandId: sharedBrands.brandId,
        brand: brands.name,
        license: sql<string>`${licenses.usState} || ' ' || ${licenses.licenseNumber}`,
        other: organizations.name,
      })
      .from(sharedBrands)
      .innerJoin(brands, eq(brands.id, sharedBrands.brandId))
      .innerJoin(licenses, eq(licenses.id, sharedBrands.licenseId))
      .innerJoin(organizations, eq(organizations.id, other))
      .where(
        and(
          isHolder ? visibleHeldShares(membership) : visibleOwnedShares(membership),
          isOneOf(sharedBrands.id, [...new Set(ids)]),
        ),
      ),
  );
}

type Seen = Awaited<ReturnType<typeof findSeen>> extends Map<number, infer Row> ? Row : never;

const show =
  <Payload>(
    side: 'HOLDER' | 'OWNER',
    idOf: (payload: Payload) => number,
    say: (share: Seen, payload: Payload) => Said | null,
  ): ShowOf<Payload> =>
  async ({ db, memberOf }, orgId, payloads) => {
    const membership = await memberOf(orgId);
    if (membership === null || !readsShares(membership)) return nothing;
    const found = await findSeen(db, membership, side, payloads.map(idOf));
    return (payload) => {
      const share = found.get(idOf(payload));
      return share === undefined ? null : say(share, payload);
    };
  };

/** What became of a request, for its receivers; null while it waits. */
const BECAME: Record<ShareState, string | null> = {
  REQUESTED: null,
  SHARED: 'Shared',
  ENDED: 'Shared',
  REFUSED: 'Refused',
  EXPIRED: 'Lapsed',
  RESCINDED: null,
};

const heldAt = (licenseId: number) => `/network/shared-brands?licenseId=${licenseId}`;
const ownedOf = (brandId: number) => `/network/shared-licenses?brandId=${brandId}`;

const saidOfRequest = (share: Seen, what: string): Said | null =>
  share.status === 'RESCINDED'
    ? null
    : {
        ...said(`${share.other} asks to see ${what}`, `At your license ${share.license}`, '', heldAt(share.licenseId)),
        outcome: BECAME[shareStateAt(share, new Date())],
      };

export const sharesShown: Shown<OfShares> = {
  SHARED_BRAND_REQUEST_RECEIVED: show(
    'HOLDER',
    ({ requestId }) => requestId,
    (share) => saidOfRequest(share, share.brand),
  ),
  ITEM_SHARING_REQUESTED: show(
    'HOLDER',
    ({ requestId }) => requestId,
    (share, { items }) => saidOfRequest(share, `${counted(items, 'item')} of ${share.brand}`),
  ),
  LICENSE_SHARED_WITH_YOUR_BRAND: show(
    'OWNER',
    ({ shareId }) => shareId,
    (share) =>
      share.status === 'SHARED' && share.enabled
        ? said(
            `${share.other} shares ${share.brand} with you`,
            `At license ${share.license}`,
            '',
            ownedOf(share.brandId),
          )
        : null,
  ),
  ITEM_SHARED_WITH_YOU: show(
    'OWNER',
    ({ shareId }) => shareId,
    (share, { items }) =>
      share.status === 'SHARED' && share.enabled
        ? said(
            `${counted(items, 'item')} of ${share.brand} shared with you`,
            `${share.other}, license ${share.license}`,
            '',
            ownedOf(share.brandId),
          )
        : null,
  ),
  ITEM_SHARED_WITH_OTHER: show(
    'HOLDER',
    ({ shareId }) => shareId,
    (share, { items }) =>
      said(
        `${counted(items, 'item')} of ${share.brand} shared with ${share.other}`,
        `License ${share.license} shares brands by itself.`,
        '',
        heldAt(share.licenseId),
      ),
  ),
};

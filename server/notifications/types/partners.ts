import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { PartnerState } from '../../../domain/network/partner';
import type { PayloadOf } from '../../../domain/notifications/notice';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { partnerBrands } from '../../db/schema';
import { visibleBrandPartners, visiblePartnerships } from '../../db/visibility';
import { type FoundPartner, findPartners, ofPartner, stateOf } from '../../network/partners/read-partners';
import { activeMembers } from '../../team/members';
import { inOneLine, nothing, type Reader, type Shown, said, type Told, type ToldOf } from './type';

type OfPartners = 'PARTNER_ORG_REQUESTED' | 'PARTNER_ORG_GRANTED';
type OfPartner = PayloadOf<OfPartners>;

const SEEN = { PARTNER_ORG_REQUESTED: visibleBrandPartners, PARTNER_ORG_GRANTED: visiblePartnerships };

/** Those who may answer, or work with the brand, and see it. */
const told = (type: OfPartners, open: PartnerState): ToldOf<OfPartner> => ({
  async people(db, { partnerId, partnerOrgId }, orgId) {
    const people: string[] = [];
    for (const { userId, membership } of await activeMembers(db, orgId)) {
      if (!isAllowed(membership, 'write', 'ITEM_OWNERS')) continue;
      const isSeen = and(ofPartner({ orgId: partnerOrgId, id: partnerId }), SEEN[type](membership));
      if ((await findPartners(db, isSeen)).length > 0) people.push(userId);
    }
    return people;
  },
  async isOpen(db, { partnerId, partnerOrgId }) {
    const [found] = await findPartners(db, ofPartner({ orgId: partnerOrgId, id: partnerId }));
    return found !== undefined && stateOf(found, new Date()) === open;
  },
});

export const partnersTold: Told<OfPartners> = {
  PARTNER_ORG_REQUESTED: told('PARTNER_ORG_REQUESTED', 'REQUESTED'),
  PARTNER_ORG_GRANTED: told('PARTNER_ORG_GRANTED', 'ACCEPTED'),
};

/** Those a reader sees, by the partner's organization and id. */
async function findSeen({ db, memberOf }: Reader, orgId: number, type: OfPartners, payloads: readonly OfPartner[]) {
  const membership = await memberOf(orgId);
  if (membership === null || !isAllowed(membership, 'read', 'ITEM_OWNERS')) return nothing;
  const found = new Map<string, FoundPartner>();
  for (const [partnerOrgId, of] of Map.groupBy(payloads, (one) => one.partnerOrgId)) {
    for (const one of await findOf(db, partnerOrgId, of, SEEN[type](membership))) {
      found.set(`${partnerOrgId} ${one.row.id}`, one);
    }
  }
  return ({ partnerOrgId, partnerId }: OfPartner) => found.get(`${partnerOrgId} ${partnerId}`) ?? null;
}

const findOf = (
  db: Db,
  partnerOrgId: number,
  of: readonly OfPartner[],
  isSeen: ReturnType<typeof visiblePartnerships>,
) => {
  const ids = of.map(({ partnerId }) => partnerId);
  return findPartners(db, and(eq(partnerBrands.orgId, partnerOrgId), isOneOf(partnerBrands.id, ids), isSeen));
};

/** What became of a request or an agreement, in a word. */
const BECAME: Partial<Record<PartnerState, string>> = { REFUSED: 'Refused', EXPIRED: 'Expired', ENDED: 'Ended' };

export const partnersShown: Shown<OfPartners> = {
  async PARTNER_ORG_REQUESTED(reader, orgId, payloads) {
    const partnerOf = await findSeen(reader, orgId, 'PARTNER_ORG_REQUESTED', payloads);
    return (payload) => {
      const found = partnerOf(payload);
      if (found === null) return null;
      const { row, brand, partnerName } = found;
      const status = stateOf(found, new Date());
      return {
        ...said(
          `${partnerName} asks to work with ${brand.name}`,
          inOneLine(row.message),
          '',
          `/network/partners?brandId=${brand.id}`,
        ),
        outcome: status === 'ACCEPTED' ? 'Accepted' : (BECAME[status] ?? null),
      };
    };
  },

  async PARTNER_ORG_GRANTED(reader, orgId, payloads) {
    const partnerOf = await findSeen(reader, orgId, 'PARTNER_ORG_GRANTED', payloads);
    return (payload) => {
      const found = partnerOf(payload);
      if (found === null) return null;
      const { row, brand, ownerName } = found;
      const sees = row.canViewPackages ? 'You see the packages of the brand that they hold.' : '';
      return {
        ...said(`You can work with ${brand.name}`, ownerName, sees, '/inventory/sharing/partners'),
        outcome: BECAME[stateOf(found, new Date())] ?? null,
      };
    };
  },
};

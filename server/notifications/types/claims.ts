import { and, eq, inArray } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { Db } from '../../db/client';
import { licenseDisputes, licenseProofs, licenses, organizations } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { byId, type CustomShown, type CustomTold, inOneLine, nothing, said, supportStaff } from './type';

type Claims = 'CLAIM_WAITS' | 'CLAIM_DECIDED';

export const claimsTold: CustomTold<Claims> = {
  CLAIM_WAITS: {
    people: supportStaff,
    async isOpen(db, { what, id }) {
      const open = { DISPUTE: licenseDisputes, PROOF: licenseProofs }[what];
      return (await db.$count(open, and(eq(open.id, id), eq(open.state, 'OPEN')))) > 0;
    },
  },
  CLAIM_DECIDED: {
    async people(db, { what, id }, orgId) {
      const members = await activeMembers(db, orgId);
      if (what === 'LOST') {
        return members
          .filter(({ membership }) => isAllowed(membership, 'write', 'MANAGE_LICENSES'))
          .map(({ userId }) => userId);
      }
      const asked =
        what === 'DISPUTE'
          ? await db
              .select({ userId: licenseDisputes.disputedByUserId })
              .from(licenseDisputes)
              .where(and(eq(licenseDisputes.id, id), eq(licenseDisputes.orgId, orgId)))
          : await db
              .select({ userId: licenseProofs.sentByUserId })
              .from(licenseProofs)
              .where(and(eq(licenseProofs.id, id), eq(licenseProofs.orgId, orgId)));
      return members.filter(({ userId }) => userId === asked[0]?.userId).map(({ userId }) => userId);
    },
  },
};

const idsOf = (payloads: readonly { what: string; id: number }[], ...kinds: string[]) => [
  ...new Set(payloads.flatMap(({ what, id }) => (kinds.includes(what) ? [id] : []))),
];

async function readDisputes(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return byId<Awaited<ReturnType<typeof find>>[number]>([]);
  const find = () =>
    db
      .select({
        id: licenseDisputes.id,
        orgId: licenseDisputes.orgId,
        orgName: organizations.name,
        usState: licenseDisputes.usState,
        licenseNumber: licenseDisputes.licenseNumber,
        state: licenseDisputes.state,
        reason: licenseDisputes.reason,
        answer: licenseDisputes.answer,
        holderId: licenses.orgId,
      })
      .from(licenseDisputes)
      .innerJoin(organizations, eq(organizations.id, licenseDisputes.orgId))
      .innerJoin(licenses, eq(licenses.id, licenseDisputes.licenseId))
      .where(inArray(licenseDisputes.id, [...ids]));
  return byId(await find());
}

async function readProofs(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return byId<Awaited<ReturnType<typeof find>>[number]>([]);
  const find = () =>
    db
      .select({
        id: licenseProofs.id,
        orgId: licenseProofs.orgId,
        orgName: organizations.name,
        usState: licenses.usState,
        licenseNumber: licenses.licenseNumber,
        state: licenseProofs.state,
        answer: licenseProofs.answer,
      })
      .from(licenseProofs)
      .innerJoin(organizations, eq(organizations.id, licenseProofs.orgId))
      .innerJoin(licenses, eq(licenses.id, licenseProofs.licenseId))
      .where(inArray(licenseProofs.id, [...ids]));
  return byId(await find());
}

export const claimsShown: CustomShown<Claims> = {
  async CLAIM_WAITS({ db, userId }, _, payloads) {
    if (!(await supportStaff(db)).includes(userId)) return nothing;
    const disputes = await readDisputes(db, idsOf(payloads, 'DISPUTE'));
    const proofs = await readProofs(db, idsOf(payloads, 'PROOF'));
    return ({ what, id }) => {
      const dispute = what === 'DISPUTE' ? disputes.get(id) : undefined;
      if (dispute) {
        const { usState, licenseNumber, orgName, reason } = dispute;
        const title = `Disputed license: ${usState} ${licenseNumber}`;
        return said(title, orgName, inOneLine(reason), '/support/license-disputes');
      }
      const proof = what === 'PROOF' ? proofs.get(id) : undefined;
      if (!proof) return null;
      const { usState, licenseNumber, orgName } = proof;
      return said(`Document to look at: ${usState} ${licenseNumber}`, orgName, '', '/support/license-proofs');
    };
  },

  async CLAIM_DECIDED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !isAllowed(membership, 'read', 'MANAGE_LICENSES')) return nothing;
    const disputes = await readDisputes(db, idsOf(payloads, 'DISPUTE', 'LOST'));
    const proofs = await readProofs(db, idsOf(payloads, 'PROOF'));
    const route = '/network/licenses';
    return ({ what, id }) => {
      if (what === 'PROOF') {
        const proof = proofs.get(id);
        if (proof?.orgId !== orgId) return null;
        const license = `${proof.usState} ${proof.licenseNumber}`;
        return proof.state === 'ACCEPTED'
          ? said(`License ${license} is verified by document`, '', '', route)
          : said(`The document of license ${license} was declined`, inOneLine(proof.answer), '', route);
      }
      const dispute = disputes.get(id);
      if (dispute === undefined) return null;
      const license = `${dispute.usState} ${dispute.licenseNumber}`;
      const answer = inOneLine(dispute.answer);
      if (what === 'LOST') {
        if (dispute.holderId !== orgId) return null;
        return said(`License ${license} was removed by Verdant support`, answer, 'Its number was disputed.', route);
      }
      if (dispute.orgId !== orgId) return null;
      return dispute.state === 'UPHELD'
        ? said(`Your dispute of license ${license} was upheld`, answer, 'Its number is free: you can add it.', route)
        : said(`Your dispute of license ${license} was dismissed`, answer, '', route);
    };
  },
};

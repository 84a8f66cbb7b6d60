import { and, eq, inArray, sql } from 'drizzle-orm';
import { badInput, DomainError } from '../../../domain/errors';
import { overSaid, partnerActs, TAKEN_BACK } from '../../../domain/network/partner';
import type { partners as contract, Partner } from '../../../domain/network/partners-contract';
import type { Ctx } from '../../context';
import { returnedRow } from '../../db/rows';
import { orgUsers, partnerBrands } from '../../db/schema';
import type { Verb } from '../../implement';
import { type FoundPartner, findPartners, lockPartner, ofPartner, sideOf, stateOf, toPartner } from './read-partners';
import { recordPartner, tellGranted, tellTakenBack } from './tell-partner';

/** Accepts a request for one of the caller's brands. FORBIDDEN for who asked; CONFLICT once it is answered or over. */
export const acceptPartner: Verb<typeof contract.accept> = async (ctx, { params, body }) => {
  const found = await lockPartner(ctx, params.id);
  assertOwner(ctx, found, 'Only the brand’s owner can accept this request.');
  if (!partnerActs('OWNER', stateOf(found, ctx.now)).includes('accept')) throw over(ctx, found);
  return acceptOne(ctx, found, { ...body, endsAt: endOf(ctx, body.endsAt) });
};

type Terms = { canViewPackages: boolean; endsAt: Date | null };

/** Makes a held request an agreement. */
export async function acceptOne(ctx: Ctx, found: FoundPartner, terms: Terms): Promise<Partner> {
  const accepted = await change(ctx, found, {
    ...terms,
    status: 'ACCEPTED',
    answeredByUserId: ctx.person.userId,
    answeredAt: ctx.now,
  });
  await tellGranted(ctx, accepted);
  return toPartner(accepted, ctx);
}

/** Changes what a partner sees and until when. FORBIDDEN for the partner; CONFLICT unless they are one. */
export const updatePartner: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const found = await lockPartner(ctx, params.id);
  assertOwner(ctx, found, 'Only the brand’s owner can change this.');
  if (!partnerActs('OWNER', stateOf(found, ctx.now)).includes('change')) throw over(ctx, found);
  return toPartner(await change(ctx, found, { ...body, endsAt: endOf(ctx, body.endsAt) }), ctx);
};

/**
 * Refuses or withdraws a request, or ends an agreement, as the caller's side and its state say. CONFLICT once it is over, or
 * is something else than the caller took back.
 */
export const removePartner: Verb<typeof contract.remove> = async (ctx, { params, query }) => {
  const { membership, now, person } = ctx;
  const found = await lockPartner(ctx, params.id);
  const status = stateOf(found, now);
  const next = TAKEN_BACK[sideOf(found, membership.orgId)][status];
  if (next === undefined || (query.status ?? status) !== status) throw over(ctx, found);
  const answered = next === 'REFUSED' ? { answeredByUserId: person.userId, answeredAt: now } : {};
  const by = { endedByUserId: person.userId, endedByOrgId: membership.orgId, endedAt: now };
  const after = await change(ctx, found, { status: next, ...answered, ...by });
  if (status === 'ACCEPTED') await forgetInRoles(ctx, after);
  await tellTakenBack(ctx, after);
  return { ok: true };
};

/** Ends what organizations agreed on, or asked for, with an organization that parts with a brand, which is held. */
export async function endPartnersOf(ctx: Ctx, { id, orgId }: { id: number; orgId: number }): Promise<void> {
  const open = await findPartners(
    ctx.db,
    and(
      eq(partnerBrands.ownerOrgId, orgId),
      eq(partnerBrands.brandId, id),
      inArray(partnerBrands.status, ['REQUESTED', 'ACCEPTED']),
    ),
  );
  for (const found of open) {
    const isAgreement = found.row.status === 'ACCEPTED';
    const status = isAgreement ? 'ENDED' : 'EXPIRED';
    const after = await change(ctx, found, { status, endedByOrgId: orgId, endedAt: ctx.now });
    if (isAgreement) await forgetInRoles(ctx, after);
    await tellTakenBack(ctx, after);
  }
}

/** When an agreement is to end. BAD_INPUT on `endsAt` unless it is still to come. */
export function endOf({ now }: Pick<Ctx, 'now'>, endsAt: string | null): Date | null {
  if (endsAt === null) return null;
  const at = new Date(endsAt);
  if (at.getTime() <= now.getTime()) throw badInput({ endsAt: 'Choose a day that is still to come' });
  return at;
}

function assertOwner({ membership }: Ctx, found: FoundPartner, says: string): void {
  if (sideOf(found, membership.orgId) !== 'OWNER') throw new DomainError('FORBIDDEN', says);
}

const over = ({ now }: Ctx, found: FoundPartner) =>
  new DomainError('CONFLICT', overSaid(stateOf(found, now), { ...found, brandName: found.brand.name }));

async function change(
  ctx: Ctx,
  found: FoundPartner,
  values: Partial<typeof partnerBrands.$inferInsert>,
): Promise<FoundPartner> {
  await ctx.db.update(partnerBrands).set(values).where(ofPartner(found.row));
  const after = returnedRow(await findPartners(ctx.db, ofPartner(found.row)));
  await recordPartner(ctx, found, after);
  return after;
}

/** Takes the brand from the partner's people who were assigned it, so that agreeing again gives it to nobody unasked. */
async function forgetInRoles({ db, publish }: Ctx, { row: { orgId, brandId } }: FoundPartner): Promise<void> {
  const { rowCount } = await db
    .update(orgUsers)
    .set({ brandIds: sql`array_remove(${orgUsers.brandIds}, ${brandId}::bigint)` })
    .where(and(eq(orgUsers.orgId, orgId), sql`${brandId}::bigint = any (${orgUsers.brandIds})`));
  if (rowCount) await publish({ topic: 'access', kind: 'changed', id: brandId, orgIds: [orgId] });
}

import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx, Services } from '../../context';
import { publish } from '../../live/publish';
import { noticeOf, settledAs, takenBack } from '../../notices/notices';
import type { JobData } from '../../queues';
import { type FoundPartner, findPartners, ofPartner, stateOf } from './read-partners';

/** Records a change with both sides and has their screens read again. */
export async function recordPartner(ctx: Ctx, before: FoundPartner | null, after: FoundPartner): Promise<void> {
  const { orgId, ownerOrgId, id } = after.row;
  for (const side of [orgId, ownerOrgId]) {
    await ctx.audit({ entity: 'partner', orgId: side, id, before: before && logged(before), after: logged(after) });
  }
  await ctx.publish({ topic: 'network', kind: 'changed', id, orgIds: [orgId, ownerOrgId] });
  const { status, endsAt } = after.row;
  if (status === 'ACCEPTED' && endsAt !== null)
    await ctx.enqueue({ name: 'partner-ends', data: { orgId, partnerId: id }, startAt: endsAt });
  // As stored: of a brand that has gone to another owner it is over already, and still to be told.
  const grants = (one: FoundPartner | null) =>
    one !== null && one.row.status === 'ACCEPTED' && JSON.stringify([one.row.canViewPackages, one.row.endsAt]);
  if (grants(before) !== grants(after)) {
    await ctx.publish({ topic: 'organization', kind: 'changed', id: orgId, orgIds: [orgId] });
  }
}

/** Has the screens of both sides read again of an agreement that ended on its day. */
export async function tellPartnerEnded(
  { database: { db } }: Services,
  { orgId, partnerId: id }: JobData<'partner-ends'>,
): Promise<void> {
  const [found] = await findPartners(db, ofPartner({ orgId, id }));
  if (found?.row.status !== 'ACCEPTED' || stateOf(found, new Date()) !== 'ENDED') return;
  await publish(db, { topic: 'network', kind: 'changed', id, orgIds: [orgId, found.row.ownerOrgId] });
  await publish(db, { topic: 'organization', kind: 'changed', id: orgId, orgIds: [orgId] });
}

const logged = ({ row, brand, ownerName, partnerName }: FoundPartner) => ({
  name: brand.name,
  owner: ownerName,
  partner: partnerName,
  status: row.status,
  seesPackages: row.canViewPackages,
  endsAt: row.endsAt?.toISOString() ?? null,
});

const askedOf = ({ row }: FoundPartner) => ({
  orgId: row.ownerOrgId,
  subjects: [subjectOf.partnerAsked(row.orgId, row.id)],
});
const grantedOf = ({ row }: FoundPartner) => ({ orgId: row.orgId, subjects: [subjectOf.partnerGranted(row.id)] });

const payloadOf = ({ row }: FoundPartner) => ({ partnerId: row.id, partnerOrgId: row.orgId });

/** Has the brand's owner told of a request. */
export async function tellAsked(ctx: Ctx, found: FoundPartner): Promise<void> {
  const { row } = found;
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'PARTNER_ORG_REQUESTED',
      orgId: row.ownerOrgId,
      subject: subjectOf.partnerAsked(row.orgId, row.id),
      payload: payloadOf(found),
    }),
  );
}

/** Has the partner told that it may work with the brand. */
export async function tellGranted(ctx: Ctx, found: FoundPartner): Promise<void> {
  const { row } = found;
  if (row.requestedAt !== null) await ctx.enqueue(settledAs(askedOf(found), 'Accepted'));
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'PARTNER_ORG_GRANTED',
      orgId: row.orgId,
      subject: subjectOf.partnerGranted(row.id),
      payload: payloadOf(found),
    }),
  );
}

/** Settles what people were told of one that is over. */
export async function tellTakenBack(ctx: Ctx, found: FoundPartner): Promise<void> {
  switch (found.row.status) {
    case 'REFUSED':
      return ctx.enqueue(settledAs(askedOf(found), 'Refused'));
    case 'ENDED':
      return ctx.enqueue(settledAs(grantedOf(found), 'Ended'));
    default:
      return ctx.enqueue(takenBack(askedOf(found)));
  }
}

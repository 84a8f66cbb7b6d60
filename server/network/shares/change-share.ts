import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { isStanding, shareStateAt } from '../../../domain/network/shared-brand';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { sharedBrands } from '../../db/schema';
import { tell } from '../../events/tell-events';
import { noticeAt, settledAs, takenBack } from '../../notices/notices';
import type { ShareRow } from './read-shares';

export type Pair = { orgId: number; licenseId: number; brandId: number };

/** What changing a share takes, in a call or a job. */
export type ShareTools = Pick<Ctx, 'db' | 'enqueue' | 'publish'>;

/** The last share or request of a brand at a license; a withdrawn one is as if it never was. */
export async function lastShare(db: Db, { orgId, licenseId, brandId }: Pair): Promise<ShareRow | undefined> {
  const rows = await db
    .select()
    .from(sharedBrands)
    .where(and(eq(sharedBrands.orgId, orgId), eq(sharedBrands.licenseId, licenseId), eq(sharedBrands.brandId, brandId)))
    .orderBy(desc(sharedBrands.id));
  return rows.find(({ status }) => status !== 'RESCINDED');
}

type Change = Partial<typeof sharedBrands.$inferInsert>;

/** Changes a share, whoever’s; the caller locked its holder’s shares. */
export async function setShare(
  db: Db,
  { orgId, id }: Pick<ShareRow, 'orgId' | 'id'>,
  change: Change,
): Promise<ShareRow> {
  const where = and(eq(sharedBrands.orgId, orgId), eq(sharedBrands.id, id));
  return returnedRow(await db.update(sharedBrands).set(change).where(where).returning());
}

type Opening = Pair & {
  ownerOrgId: number | null;
  origin: ShareRow['origin'];
  enabled: boolean;
  by: string | null;
  at: Date;
};

/**
 * Shares a brand at a license: answers the request that stands, or adds a share. Null if it is shared already. The caller
 * locked the holder’s shares.
 */
export async function openShare(tools: ShareTools, opening: Opening): Promise<ShareRow | null> {
  const { db, enqueue } = tools;
  const { origin, enabled, by, at, ...pair } = opening;
  const last = await lastShare(db, pair);
  const state = last && shareStateAt(last, at);
  if (state === 'SHARED') return null;
  const shared = { status: 'SHARED', enabled, answeredByUserId: by, answeredAt: at } as const;
  if (last && state === 'EXPIRED' && last.status === 'REQUESTED') await setShare(db, last, { status: 'EXPIRED' });
  const row =
    last && state === 'REQUESTED'
      ? await setShare(db, last, { ...shared, ownerOrgId: pair.ownerOrgId })
      : returnedRow(
          await db
            .insert(sharedBrands)
            .values({ ...pair, ...shared, origin, inviteCode: randomUUID(), createdAt: at })
            .returning(),
        );
  if (state === 'REQUESTED') {
    await enqueue(settledAs({ orgId: row.orgId, subjects: [subjectOf.shareRequest(row.id)] }, 'Shared'));
  }
  await tellShare(tools, row, 'share.granted');
  if (row.ownerOrgId !== null) await tellShared(tools, row, by, at);
  await publishShare(tools, row);
  return row;
}

/** Tells the people who see the brand that a license is shared with it. */
export async function tellShared({ enqueue }: Pick<Ctx, 'enqueue'>, row: ShareRow, by: string | null, now: Date) {
  const { id: shareId, orgId: holderOrgId, ownerOrgId } = row;
  if (ownerOrgId === null) return;
  const subject = subjectOf.licenseShared(holderOrgId, shareId);
  const notice = { type: 'LICENSE_SHARED_WITH_YOUR_BRAND', orgId: ownerOrgId, subject } as const;
  await enqueue(noticeAt({ ...notice, payload: { shareId, holderOrgId } }, { by, now }));
}

/** Takes back what both sides were told of a share that is over. */
export async function takeBackShare({ enqueue }: Pick<Ctx, 'enqueue'>, row: ShareRow): Promise<void> {
  const { id, orgId, ownerOrgId } = row;
  await enqueue(takenBack({ orgId, subjects: [subjectOf.shareRequest(id)] }));
  if (ownerOrgId !== null)
    await enqueue(takenBack({ orgId: ownerOrgId, subjects: [subjectOf.licenseShared(orgId, id)] }));
}

/** Has the screens of both sides read again. */
export async function publishShare({ publish }: Pick<Ctx, 'publish'>, row: ShareRow): Promise<void> {
  const orgIds = row.ownerOrgId === null ? [row.orgId] : [row.orgId, row.ownerOrgId];
  await publish({ topic: 'network', kind: 'changed', id: row.id, orgIds });
}

/** Tells the programs of both sides that a brand is shared, or no longer. */
export async function tellShare(
  { db }: Pick<Ctx, 'db'>,
  { id, orgId, ownerOrgId }: ShareRow,
  type: 'share.granted' | 'share.ended',
): Promise<void> {
  const sides = ownerOrgId === null ? [orgId] : [orgId, ownerOrgId];
  await tell(db, ...sides.map((side) => ({ type, orgId: side, subject: { kind: 'share' as const, id } })));
}

/** What the audit log keeps of a share. */
export const auditedShare = ({ licenseId, brandId, status, enabled }: ShareRow) => ({
  brandId,
  licenseId,
  status,
  enabled,
});

/** Audits a change for both sides, each in its own log. */
export async function auditShare(
  { audit }: Pick<Ctx, 'audit'>,
  before: ShareRow | null,
  after: ShareRow,
): Promise<void> {
  const said = { id: after.id, before: before && auditedShare(before), after: auditedShare(after) };
  await audit({ ...said, entity: 'shared-brand', orgId: after.orgId });
  if (after.ownerOrgId !== null) await audit({ ...said, entity: 'shared-brand', orgId: after.ownerOrgId });
}

/** CONFLICT for a share that is over. */
export function assertStands(row: ShareRow, now: Date): void {
  if (!isStanding(shareStateAt(row, now))) {
    throw new DomainError('CONFLICT', 'This share is over already. Reload to see what became of it.');
  }
}

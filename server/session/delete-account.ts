import { createHash, randomUUID } from 'node:crypto';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { badInput, DomainError } from '../../domain/errors';
import { type AccountPlace, deletionBlocker, emptiesOrganization, FORMER_MEMBER } from '../../domain/session/account';
import type { session } from '../../domain/session/contract';
import { forgetInvited } from '../brands/invites';
import { connectionsOf } from '../connections/connection-rows';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import {
  brands,
  for (const table of OWN) {
    await db.delete(table).where(and(eq(table.orgId, orgId), eq(table.orgUserId, orgUserId)));
  }
  if (emptiesOrganization(place)) await closeOrganization(ctx, place);
  await ctx.audit({ entity: 'org-user', orgId, id: orgUserId, before: { status: 'ACTIVE' }, after: null });
  await ctx.publish({ topic: 'access', kind: 'removed', id: orgUserId, orgIds: [orgId] });
  await ctx.enqueue({ name: 'chat-team', data: { orgId } });
}

/** Nobody is left to answer: open invitations stop working and its brands leave the marketplace. */
async function closeOrganization(ctx: Ctx, { orgId }: Place): Promise<void> {
  const { audit, db } = ctx;
  const uninvited = await db
    .update(orgUsers)
    .set({ status: 'REMOVED', inviteCode: null, inviteExpiresAt: null })
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'INVITED')))
    .returning({ email: orgUsers.email });
  await tellInvited(
    ctx,
    uninvited.map(({ email }) => email),
  );
  const hidden = await db
    .update(brands)
    .set({ disabled: true })
    .where(and(eq(brands.orgId, orgId), eq(brands.disabled, false)))
    .returning({ name: brands.name });
  const after = { people: 0, disabledBrands: hidden.map(({ name }) => name) };
  await audit({ entity: 'organization', orgId, id: orgId, before: { people: 1 }, after });
}

/** Their rows on teams, past and present, keep no email; invitations to them are withdrawn. */
async function forgetMemberships(db: Db, { id, email }: Pick<typeof users.$inferSelect, 'id' | 'email'>) {
  await db
    .update(orgUsers)
    .set({
      status: 'REMOVED',
      email: sql`'former-' || ${orgUsers.id} || '@deleted.invalid'`,
      invitedName: null,
      title: null,
      salesRepId: null,
      inviteCode: null,
      inviteExpiresAt: null,
    })
    .where(or(eq(orgUsers.userId, id), sql`lower(${orgUsers.email}) = lower(${email})`));
  await db
    .update(orgUsers)
    .set({ invitedByUserId: null })
    .where(and(eq(orgUsers.invitedByUserId, id), ne(orgUsers.status, 'ACTIVE')));
}

const formerEmail = (id: string): string => `former-${id}@deleted.invalid`;

/** A deleted account's former subject, kept only to refuse tokens from before. */
export const subjectHash = (subject: string): string => createHash('sha256').update(subject).digest('hex');

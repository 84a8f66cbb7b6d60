import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { DomainError } from '../../domain/errors';
import type { teamImports } from '../../domain/team/import-contract';
import { type InviteRow, type JudgedInvite, judgeInvites } from '../../domain/team/invite-import';
import type { Ctx } from '../context';
import { companies, orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { inviteOrgUser } from './invite';
import { readRoles } from './roles';

/** What inviting the people of a file would do, row by row. */
export const previewInvites: Verb<typeof teamImports.preview> = async (ctx, { body }) => ({
  rows: (await judge(ctx, body.rows)).map(verdictOf),
});

/**
 * Invites the people of a file by the rules of any invitation, a letter each. A row refused meanwhile, such as by the
 * limit of letters, is skipped with the reason; the others are sent.
 */
export const applyInvites: Verb<typeof teamImports.apply> = async (ctx, { body }) => {
  const rows = [];
  for (const judged of await judge(ctx, body.rows)) rows.push(await invite(ctx, judged));
  if (!rows.some(({ verdict }) => verdict === 'create')) await ctx.audit({ id: null, after: { invited: 0 } });
  return { rows };
};

async function invite(ctx: Ctx, judged: JudgedInvite) {
  const { place } = judged;
  if (place === null) return verdictOf(judged);
  try {
    await ctx.db.transaction(async (db) => {
      const { orgId } = ctx.membership;
      await inviteOrgUser(Object.create(ctx, { db: { value: db } }), { params: { orgId }, body: place });
    });
    return verdictOf(judged);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...verdictOf(judged), verdict: 'refused' as const, reasons: [error.message], changes: [] };
  }
}

const verdictOf = ({ place: _, ...verdict }: JudgedInvite) => verdict;

async function judge({ db, membership }: Ctx, rows: readonly InviteRow[]): Promise<JudgedInvite[]> {
  const { orgId } = membership;
  const [roles, own, people] = await Promise.all([
    readRoles(db, orgId),
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(and(eq(companies.orgId, orgId), isNull(companies.removedAt)))
      .orderBy(asc(companies.id)),
    db
      .select({ email: orgUsers.email, status: orgUsers.status })
      .from(orgUsers)
      .where(and(eq(orgUsers.orgId, orgId), ne(orgUsers.status, 'REMOVED'))),
  ]);
  const seen = seesEverything(membership) ? own : own.filter(({ id }) => membership.companyIds.includes(id));
  return judgeInvites(rows, { roles, companies: seen, people, inviter: membership });
}

import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { DomainError } from '../../domain/errors';
import type { RowVerdict } from '../../domain/import';
import type { teamImports } from '../../domain/team/import-contract';
import { type InviteRow, type JudgedInvite, judgeInvites } from '../../domain/team/invite-import';
import type { OrgUser } from '../../domain/team/member';
import { recordChange, rowOf } from '../bulk/applied';
import type { Ctx } from '../context';
import { companies, orgUsers } from '../db/schema';
import { savepoint } from '../db/transact';
import type { Verb } from '../implement';
import { inviteOrgUser } from './invite';
import { readRoles } from './roles';
import { inviteImport, placeOf } from './undo-import';

/** What inviting the people of a file would do, row by row. */
export const previewInvites: Verb<typeof teamImports.preview> = async (ctx, { body }) => ({
  rows: (await judge(ctx, body.rows)).map(verdictOf),
});

/**
 * Invites the people of a file by the rules of any invitation, a letter each. A row refused meanwhile, such as by the
 * limit of letters, is skipped with the reason; the others are sent.
 */
export const applyInvites: Verb<typeof teamImports.apply> = async (ctx, { body }) => {
  const results: Invited[] = [];
  for (const judged of await judge(ctx, body.rows)) results.push(await invite(ctx, judged));
  if (results.some(({ person }) => person)) {
    const rows = results.map(({ verdict, person }) => ({
      ...rowOf(verdict),
      subjectId: person?.id ?? null,
      ...(person && { kept: placeOf(person) }),
    }));
    await recordChange(ctx, inviteImport, { act: 'import', input: {}, rows });
  } else await ctx.audit({ id: null, after: { invited: 0 } });
  return { rows: results.map(({ verdict }) => verdict) };
};

type Invited = { verdict: RowVerdict; person?: OrgUser };

async function invite(ctx: Ctx, judged: JudgedInvite): Promise<Invited> {
  const { place } = judged;
  const verdict = verdictOf(judged);
  if (place === null) return { verdict };
  try {
    const person = await savepoint(ctx.db, (db) => {
      const { orgId } = ctx.membership;
      return inviteOrgUser(Object.create(ctx, { db: { value: db } }), { params: { orgId }, body: place });
    });
    return { verdict, person };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { verdict: { ...verdict, verdict: 'refused', reasons: [error.message], changes: [] } };
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

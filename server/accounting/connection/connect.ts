import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { isBooksPage, STATE_MINUTES, stateFor } from '../../../domain/accounting/connection';
import type { accounting } from '../../../domain/accounting/connection-contract';
import { DomainError } from '../../../domain/errors';
import type { Ctx, Services } from '../../context';
import { returnedRow } from '../../db/rows';
import {
  accountingAuthorizations as authorizations,
  companies,
  accountingConnections as connections,
  orders,
} from '../../db/schema';
import { onTaken } from '../../db/transact';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import type { BooksPreferences, BooksTokens } from '../books';
import { findConnection } from '../find-connection';
import { sealTokens } from '../http/tokens';
import { readBooks } from './read-connection';
import { asked } from './refusals';

const hash = (state: string) => createHash('sha256').update(state).digest('base64url');

/** Where the accounting service's page sends people back to; it knows this address. */
const returnTo = ({ config }: Pick<Services, 'config'>) => `${config.publicUrl}/account/integrations`;

/** The accounting service's page for a person who may connect the company. NOT_FOUND. */
export const connectBooks: Verb<typeof accounting.connect> = async (ctx, { params: { companyId } }) => {
  const { db, membership, services, now } = ctx;
  const { orgId } = membership;
  await findSeenCompany(ctx, companyId);
  const { accounting: settings, publicUrl } = services.config;
  const state = stateFor(orgId, companyId, randomBytes(24).toString('base64url'));
  const url = services.books.authorizePage({ state, returnTo: returnTo(services) });
  const host = new URL(settings.signInUrl).host;
  if (!isBooksPage(url, { own: settings.standIn ? publicUrl : 'https://none.invalid', host }))
    throw new Error('ACCOUNTING_SIGN_IN_URL is no page to send people to');
  await db
    .delete(authorizations)
    .where(
      and(
        eq(authorizations.orgId, orgId),
        lt(authorizations.createdAt, sql`now() - make_interval(mins => ${STATE_MINUTES})`),
      ),
    );
  await keepState(ctx, companyId, state, now);
  await ctx.audit({ id: companyId, after: { asked: true } });
  return { url };
};

/**
 * Connects a company's books once the person is back with an answer to a state of theirs, which works once. CONFLICT for a
 * state that is too old, used or another's, and for books that are connected elsewhere.
 */
export const authorizeBooks: Verb<typeof accounting.authorized> = async (ctx, { params: { companyId }, body }) => {
  const { services, membership } = ctx;
  const { externalCompanyId } = body;
  await findSeenCompany(ctx, companyId);
  const createdAt = await ctx.step('state', (step) => takeState(step, companyId, body.state));
  await assertFree(ctx, companyId, externalCompanyId);
  const { tokens, preferences } = await letIn(services, body).catch(async (error: unknown) => {
    // Nobody was let in or refused: the same answer may be tried again.
    const isOpen = error instanceof DomainError && error.code === 'UNAVAILABLE';
    if (isOpen) await ctx.step('state again', (step) => keepState(step, companyId, body.state, new Date(createdAt)));
    throw error;
  });
  return ctx.step('connect', async (step) => {
    await assertFree(step, companyId, externalCompanyId);
    const { id, endedAt } = await save(step, { companyId, externalCompanyId, tokens, preferences }).catch(
      onTaken(() => new DomainError('CONFLICT', 'Somebody else has just connected this company’s books.')),
    );
    await step.audit({ id: companyId, after: { externalName: preferences.name, isActive: true } });
    const data = { orgId: membership.orgId, connectionId: id };
    await step.enqueue({ name: 'check-books', data });
    await step.enqueue({ name: 'read-books-records', data });
    // What changed while nothing was heard of it is followed first, and pushed then.
    if (endedAt === null) await step.enqueue({ name: 'push-books', data });
    else await followMissed(step, companyId, endedAt);
    await step.publish({ topic: 'integrations', kind: 'changed', id, orgIds: [membership.orgId] });
    return readBooks(step, companyId);
  });
};

async function followMissed({ db, membership, enqueue }: Ctx, companyId: number, since: Date): Promise<void> {
  const { orgId } = membership;
  const changed = await db
    .select({ orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.companyId, companyId), gte(orders.updatedAt, since)));
  for (const { orderId } of changed) await enqueue({ name: 'follow-books', data: { orgId, orderId } });
}

async function letIn(services: Services, { code, externalCompanyId }: { code: string; externalCompanyId: string }) {
  const tokens = await asked(services.books.exchange({ code, returnTo: returnTo(services) }));
  const preferences = await asked(services.books.look({ accessToken: tokens.accessToken, externalCompanyId }));
  return { tokens, preferences };
}

async function keepState(
  { db, membership, person }: Ctx,
  companyId: number,
  state: string,
  createdAt: Date,
): Promise<null> {
  const { orgId } = membership;
  await db
    .insert(authorizations)
    .values({ orgId, companyId, stateHash: hash(state), userId: person.userId, createdAt });
  return null;
}

/** Uses up a state: of this person, organization and company, and not too old. When it was made, as an instant. */
async function takeState({ db, membership, person, now }: Ctx, companyId: number, state: string): Promise<string> {
  const [taken] = await db
    .delete(authorizations)
    .where(
      and(
        eq(authorizations.orgId, membership.orgId),
        eq(authorizations.stateHash, hash(state)),
        eq(authorizations.userId, person.userId),
      ),
    )
    .returning({
      companyId: authorizations.companyId,
      createdAt: authorizations.createdAt,
    });
  if (!taken || taken.companyId !== companyId)
    throw new DomainError('CONFLICT', 'This sign-in isn’t yours or was already used. Connect the books again.');
  if (now.getTime() - taken.createdAt.getTime() >= STATE_MINUTES * 60_000)
    throw new DomainError('CONFLICT', `This sign-in took over ${STATE_MINUTES} minutes. Connect the books again.`);
  return taken.createdAt.toISOString();
}

async function assertFree(
  ctx: Pick<Ctx, 'db' | 'membership'>,
  companyId: number,
  externalCompanyId: string,
): Promise<void> {
  const { orgId } = ctx.membership;
  const own = await findConnection(ctx, companyId);
  if (own !== null && own.externalCompanyId !== externalCompanyId)
    throw new DomainError(
      'CONFLICT',
      `This company is connected to “${own.externalName}”. Disconnect it first, or choose the same books.`,
    );
  const [other] = await ctx.db
    .select({ name: companies.name })
    .from(connections)
    .innerJoin(companies, eq(companies.id, connections.companyId))
    .where(
      and(
        eq(connections.orgId, orgId),
        eq(connections.externalCompanyId, externalCompanyId),
        ne(connections.companyId, companyId),
        ne(connections.state, 'ENDED'),
      ),
    );
  if (other) throw new DomainError('CONFLICT', `${other.name} is already connected to these books. Choose others.`);
}

type Connected = {
  companyId: number;
  externalCompanyId: string;
  tokens: BooksTokens;
  preferences: BooksPreferences;
};

/** The same books again go on with what they had: mappings, and what was sent. */
async function save(
  { db, membership, person, services, now }: Ctx,
  { companyId, externalCompanyId, tokens, preferences }: Connected,
): Promise<{ id: number; endedAt: Date | null }> {
  const { orgId } = membership;
  const { accessExpiresAt, refreshExpiresAt, endsAt } = tokens;
  const values = {
    externalName: preferences.name,
    preferences,
    state: 'ACTIVE' as const,
    problem: null,
    accessExpiresAt,
    refreshExpiresAt,
    endsAt,
    renewingUntil: null,
    renewingBy: null,
    checkedAt: now,
    updatedAt: now,
  };
  const [former] = await db
    .select({ id: connections.id, state: connections.state, updatedAt: connections.updatedAt })
    .from(connections)
    .where(
      and(
        eq(connections.orgId, orgId),
        eq(connections.companyId, companyId),
        eq(connections.externalCompanyId, externalCompanyId),
      ),
    )
    .orderBy(desc(connections.id))
    .limit(1)
    .for('no key update');
  const id =
    former?.id ??
    returnedRow(
      await db
        .insert(connections)
        .values({
          orgId,
          companyId,
          systemType: 'quickbooks',
          externalCompanyId,
          createdByUserId: person.userId,
          ...values,
        })
        .returning({ id: connections.id }),
    ).id;
  const sealedTokens = sealTokens(services.integrations.vault, { orgId, connectionId: id }, tokens);
  await db
    .update(connections)
    .set({ ...values, sealedTokens, version: sql`${connections.version} + 1` })
    .where(and(eq(connections.orgId, orgId), eq(connections.id, id)));
  return { id, endedAt: former?.state === 'ENDED' ? former.updatedAt : null };
}

import { and, eq, ne, sql } from 'drizzle-orm';
import type { BooksSettings } from '../../../domain/accounting/connection';
import type { accounting } from '../../../domain/accounting/connection-contract';
import { badInput, type FieldErrors, notFound } from '../../../domain/errors';
import { accountingConnections as connections } from '../../db/schema';
import type { Verb } from '../../implement';
import type { BooksAccount } from '../books';
import { type ConnectionRecord, findConnection, requireConnection } from '../find-connection';
import { readBooks } from './read-connection';
import { asked } from './refusals';

/** Who reads remote records chooses among so many. */
const MOST_FOUND = 25;

const isIt = ({ orgId, id }: Pick<ConnectionRecord, 'orgId' | 'id'>) =>
  and(eq(connections.orgId, orgId), eq(connections.id, id));
const of = ({ orgId, id }: ConnectionRecord) => ({ orgId, connectionId: id });

/**
 * Gives up the access to a company's books and forgets it, also where they can't be asked now. What was sent stays there.
 * NOT_FOUND.
 */
export const disconnectBooks: Verb<typeof accounting.disconnect> = async (ctx, { params: { companyId, id } }) => {
  const found = await findConnection(ctx, companyId);
  if (found?.id !== id) throw notFound('Connection');
  await ctx.services.books.revoke(of(found)).catch((err: unknown) => {
    ctx.log.warn({ err }, 'access to books was forgotten, but not revoked there');
  });
  return ctx.step('disconnect', async (step) => {
    await step.db
      .update(connections)
      .set({
        state: 'ENDED',
        problem: null,
        sealedTokens: null,
        accessExpiresAt: null,
        refreshExpiresAt: null,
        renewingUntil: null,
        renewingBy: null,
        updatedAt: step.now,
        version: sql`${connections.version} + 1`,
      })
      .where(and(isIt(found), ne(connections.state, 'ENDED')));
    await step.audit({
      id: companyId,
      before: { externalName: found.externalName, isActive: true },
      after: { isActive: false },
    });
    await step.publish({ topic: 'integrations', kind: 'removed', id, orgIds: [found.orgId] });
    return { ok: true };
  });
};

/** The accounts of a company's books, income and expense first. */
export const listItemAccounts: Verb<typeof accounting.itemAccounts> = async (ctx, { params, query }) => {
  const found = await ofBooks(ctx, params.companyId, query.externalCompanyId);
  const accounts = await asked(ctx.services.books.accounts(of(found)));
  return accounts.sort((a, b) => a.name.localeCompare(b.name, 'en'));
};

async function ofBooks(
  ctx: Parameters<typeof findConnection>[0],
  companyId: number,
  externalCompanyId: string,
): Promise<ConnectionRecord> {
  const found = await requireConnection(ctx, companyId);
  if (found.externalCompanyId !== externalCompanyId) throw notFound('Books');
  return found;
}

/** Changes how a company uses its books; accounts must be theirs. BAD_INPUT on the field. */
export const updateBooks: Verb<typeof accounting.update> = async (ctx, { params: { companyId }, body }) => {
  const { externalCompanyId, ...settings } = body;
  const found = await ofBooks(ctx, companyId, externalCompanyId);
  const accounts = isAny(settings) || isAny(found) ? await asked(ctx.services.books.accounts(of(found))) : [];
  refuseAccounts(settings, accounts);
  return ctx.step('settings', async (step) => {
    const { pushesFrom = found.pushesFrom, automatic = found.automatic, ...chosen } = settings;
    const now = { ...chosen, pushesFrom, automatic };
    await step.db
      .update(connections)
      .set({ ...now, updatedAt: step.now, version: sql`${connections.version} + 1` })
      .where(isIt(found));
    await step.audit({ id: companyId, before: inNames(found, accounts), after: inNames(now, accounts) });
    await step.publish({ topic: 'integrations', kind: 'changed', id: found.id, orgIds: [found.orgId] });
    return readBooks(step, companyId);
  });
};

type Chosen = Pick<
  BooksSettings,
  'defaultIncomeAccountId' | 'defaultItemExpenseAccountId' | 'defaultOrderDiscountAccountId'
>;

const isAny = (one: Chosen) =>
  [one.defaultIncomeAccountId, one.defaultItemExpenseAccountId, one.defaultOrderDiscountAccountId].some(
    (id) => id !== null,
  );

/** Settings as the audit log tells them: accounts by their names. */
function inNames(
  one: Chosen & { pushesFrom: string | null; automatic: readonly string[] },
  accounts: readonly BooksAccount[],
) {
  const name = (id: string | null) => accounts.find((account) => account.id === id)?.name ?? null;
  return {
    incomeAccount: name(one.defaultIncomeAccountId),
    costAccount: name(one.defaultItemExpenseAccountId),
    discountAccount: name(one.defaultOrderDiscountAccountId),
    pushesFrom: one.pushesFrom,
    automatic: one.automatic,
  };
}

function refuseAccounts(chosen: Chosen, accounts: readonly BooksAccount[]): void {
  const fields: FieldErrors = {};
  const check = (name: keyof Chosen, types: readonly BooksAccount['type'][], kind: string) => {
    const id = chosen[name];
    if (id === null) return;
    const account = accounts.find((one) => one.id === id);
    if (!account?.isActive) fields[name] = 'This account isn’t in the books anymore';
    else if (!types.includes(account.type)) fields[name] = `Choose ${kind} account`;
  };
  check('defaultIncomeAccountId', ['INCOME'], 'an income');
  check('defaultItemExpenseAccountId', ['EXPENSE'], 'an expense');
  check('defaultOrderDiscountAccountId', ['INCOME', 'EXPENSE'], 'an income or expense');
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

/** Items of a company's books that can be used, by name. */
export const searchRemoteItems: Verb<typeof accounting.remoteItems> = async (ctx, { params, query }) => {
  const found = await requireConnection(ctx, params.companyId);
  const items = await asked(ctx.services.books.searchItems(of(found), query.search, MOST_FOUND));
  return items.map(({ id, name, sku }) => ({ id, name, sku }));
};

/** Customers of a company's books that can be used, by name. */
export const searchRemoteCustomers: Verb<typeof accounting.remoteCustomers> = async (ctx, { params, query }) => {
  const found = await requireConnection(ctx, params.companyId);
  const customers = await asked(ctx.services.books.searchCustomers(of(found), query.search, MOST_FOUND));
  return customers.map(({ id, name, licenseNumber, email }) => ({ id, name, licenseNumber, email }));
};

import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { accountingMappings as contract } from '../../../domain/accounting/mapping-contract';
import { fitName } from '../../../domain/accounting/push/names';
import { DomainError } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { accountingCustomers, accountingProducts, customers, licenses, products } from '../../db/schema';
import { sellableProducts } from '../../db/visibility';
import type { Verb } from '../../implement';
import { BooksRefused, type BooksWrite, type BooksWritten } from '../books';
import { type ConnectionRecord, requireConnection } from '../find-connection';
import { type RemoteKind, saveRemotes } from './read-records';
import { saveMappings } from './write-mappings';

/** Writes the books take in one call. */
const TOGETHER = 30;

type Made = { id: number; externalId: string | null; name: string; problem: string | null };
type ToMake = { id: number; name: string; write: BooksWrite };

/**
 * Creates customers of ours in the books and maps each to its record. What they refuse says why; a lost answer is asked
 * again under the same request id, which makes nothing twice.
 */
export const makeCustomers: Verb<typeof contract.makeCustomers> = async (ctx, { params, body }) => {
  const connection = await requireConnection(ctx, params.companyId);
  const { orgId } = ctx.membership;
  const rows = await ctx.db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      licenseNumber: licenses.licenseNumber,
      mapped: accountingCustomers.externalId,
    })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .leftJoin(
      accountingCustomers,
      and(
        eq(accountingCustomers.orgId, orgId),
        eq(accountingCustomers.connectionId, connection.id),
        eq(accountingCustomers.customerId, customers.id),
      ),
    )
    .where(
      and(
        eq(customers.orgId, orgId),
        eq(customers.companyId, params.companyId),
        isOneOf(customers.id, body.customerIds),
      ),
    );
  const asked = rows.flatMap(({ id, name, email, licenseNumber, mapped }): ToMake[] => {
    if (mapped !== null) return [];
    const there = fitName(name);
    const requestId = requestIdOf('c', connection.id, id, there);
    return [{ id, name: there, write: { act: 'CREATE_CUSTOMER', requestId, name: there, licenseNumber, email } }];
  });
  return make(ctx, connection, 'CUSTOMER', asked);
};

/** The same of products, as items. CONFLICT until the accounts of new items are chosen. */
export const makeProducts: Verb<typeof contract.makeProducts> = async (ctx, { params, body }) => {
  const connection = await requireConnection(ctx, params.companyId);
  const { orgId } = ctx.membership;
  const { defaultIncomeAccountId: incomeAccountId, defaultItemExpenseAccountId: expenseAccountId } = connection;
  if (incomeAccountId === null)
    throw new DomainError('CONFLICT', 'Choose the income account of new items in the accounting settings first.');
  const rows = await ctx.db
    .select({ id: products.id, name: products.name, sku: products.sku, mapped: accountingProducts.externalId })
    .from(products)
    .leftJoin(
      accountingProducts,
      and(
        eq(accountingProducts.orgId, orgId),
        eq(accountingProducts.connectionId, connection.id),
        eq(accountingProducts.productId, products.id),
      ),
    )
    .where(
      and(
        sellableProducts(ctx.membership),
        eq(products.companyId, params.companyId),
        isOneOf(products.id, body.productIds),
      ),
    );
  const asked = rows.flatMap(({ id, name, sku, mapped }): ToMake[] => {
    if (mapped !== null) return [];
    const there = fitName(name);
    const requestId = requestIdOf('i', connection.id, id, there);
    const write: BooksWrite = { act: 'CREATE_ITEM', requestId, name: there, sku, incomeAccountId, expenseAccountId };
    return [{ id, name: there, write }];
  });
  return make(ctx, connection, 'ITEM', asked);
};

/** At most 36 characters. */
function requestIdOf(kind: string, connectionId: number, id: number, name: string): string {
  const print = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return [`new${kind}`, connectionId.toString(36), id.toString(36), print].join('-');
}

async function make(
  ctx: Ctx,
  connection: ConnectionRecord,
  kind: RemoteKind,
  asked: readonly ToMake[],
): Promise<Made[]> {
  const of = { orgId: connection.orgId, connectionId: connection.id };
  const { books } = ctx.services;
  const made: Made[] = [];
  for (let at = 0; at < asked.length; at += TOGETHER) {
    const some = asked.slice(at, at + TOGETHER);
    const answers = await books
      .write(
        of,
        some.map(({ write }) => write),
      )
      .catch((error: unknown) => {
        if (!(error instanceof BooksRefused)) throw error;
        return some.map(() => error);
      });
    const taken = some.flatMap(({ id }, place) => {
      const record = recordOf(answers[place]);
      return record ? [{ ownId: id, record }] : [];
    });
    if (taken.length > 0)
      await ctx.step(`made ${at}`, async (step) => {
        await saveRemotes(
          step.db,
          of,
          kind,
          taken.map(({ record }) => record),
        );
        const mappings = taken.map(({ ownId, record }) => ({ ownId, externalId: record.id }));
        const where = { connectionId: connection.id, companyId: connection.companyId, kind, mayShare: true };
        await saveMappings(step, where, mappings);
        return true;
      });
    for (const [place, { id, name }] of some.entries()) {
      const answer = answers[place];
      made.push({ id, name, externalId: recordOf(answer)?.id ?? null, problem: problemOf(answer) });
    }
  }
  return made;
}

function recordOf(answer: BooksWritten | BooksRefused | undefined) {
  if (answer === undefined || answer instanceof BooksRefused) return null;
  return answer.kind === 'CUSTOMER' || answer.kind === 'ITEM' ? answer.record : null;
}

function problemOf(answer: BooksWritten | BooksRefused | undefined): string | null {
  if (answer === undefined) return 'Your books gave no answer. Try again.';
  if (!(answer instanceof BooksRefused)) return null;
  if (answer.fault === 'DUPLICATE_NAME') return 'Your books have a record of this name already. Map it instead.';
  if (answer.fault === 'UNCERTAIN' || answer.fault === 'TRANSIENT' || answer.fault === 'THROTTLED')
    return 'Your books gave no answer. Try again.';
  return answer.message;
}

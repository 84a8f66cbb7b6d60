import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { add, compare, multiply, roundCents, subtract, sum } from '../../../domain/money';
import type { Db } from '../../db/client';
import { sandboxEntities } from '../../db/schema';
import type { Fault } from './faults';
import { refusals } from './refusal';
import { type Company, change, create, type Data, type Entity, find, isOf, type Kind, saveCompany } from './store';

/** In whose books a write is done, and what is wrong there. */
export type Scene = { tx: Db; realm: string; company: Company; faults: ReadonlySet<Fault> };

const MOST_NUMBER = 21;
const MOST_NOTE = 4_000;

const RefValue = z.object({ value: z.string() });
const Line = z.object({
  Amount: z.number(),
  DetailType: z.string(),
  Description: z.string().optional(),
  SalesItemLineDetail: z
    .object({ ItemRef: RefValue, Qty: z.number().optional(), UnitPrice: z.number().optional() })
    .optional(),
  DiscountLineDetail: z
    .object({ PercentBased: z.boolean().optional(), DiscountAccountRef: RefValue.optional() })
    .optional(),
});
const Day = z.iso.date();
const Invoice = z.object({
  CustomerRef: RefValue,
  DocNumber: z.string().nullish(),
  TxnDate: Day.optional(),
  DueDate: Day.optional(),
  PrivateNote: z.string().optional(),
  Line: z.array(Line).min(1),
});
const Payment = z.object({
  CustomerRef: RefValue,
  TotalAmt: z.number().positive(),
  TxnDate: Day.optional(),
  PrivateNote: z.string().optional(),
  Line: z
    .array(
      z.object({
        Amount: z.number(),
        LinkedTxn: z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).length(1),
      }),
    )
    .default([]),
});

const today = () => new Date().toISOString().slice(0, 10);
const cents = (value: unknown) => roundCents(Number(value ?? 0));

/** What a body lacks first, refused as the API names it. */
export function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, error } = schema.safeParse(body);
  if (error) throw refusals.missing(error.issues[0]?.path.join('.') || 'body');
  return data as z.output<S>;
}

/** Somebody else changed a record just before: what is written is undone, and that change is done first. */
export class ChangedFirst extends Error {
  override name = 'ChangedFirst';
  constructor(readonly entity: Entity) {
    super('somebody else changed it first');
  }
}

/** A record to change, of the version the caller knows. */
export async function known({ tx, realm, faults }: Scene, kind: Kind, body: Data): Promise<Entity> {
  const found = await find(tx, realm, kind, String(body.Id ?? ''));
  if (!found || found.isDeleted) throw refusals.gone(String(body.Id ?? ''));
  if (faults.has('stale') && found.data.changedFirst !== found.version) throw new ChangedFirst(found);
  if (String(found.version) !== String(body.SyncToken)) throw refusals.stale();
  return found;
}

function assertOpen({ company, faults }: Scene, day: unknown): void {
  const until = faults.has('closed') ? today() : company.closedUntil;
  if (until !== null && String(day) <= until) throw refusals.closed(until);
}

async function assertUsable(
  { tx, realm, faults }: Scene,
  kind: Kind,
  { value }: { value: string },
  element: string,
): Promise<Entity> {
  const found = await find(tx, realm, kind, value);
  if (!found || found.isDeleted) throw refusals.unknown(element, value);
  const name = String(found.data.DisplayName ?? found.data.Name);
  if (found.data.Active === false || (kind === 'Item' && faults.has('inactive')))
    throw refusals.inactive(element, name);
  return found;
}

async function numberOf(scene: Scene, given: string | null | undefined, own?: Entity): Promise<string | null> {
  const { tx, realm, company, faults } = scene;
  if (given && given.length > MOST_NUMBER) throw refusals.tooLong('DocNumber', MOST_NUMBER);
  if (given) {
    const taken = await tx
      .select({ id: sandboxEntities.id })
      .from(sandboxEntities)
      .where(
        isOf(
          realm,
          'Invoice',
          eq(sandboxEntities.isDeleted, false),
          sql`${sandboxEntities.data} ->> 'DocNumber' = ${given}`,
        ),
      );
    const isTaken = taken.some(({ id }) => id !== own?.id);
    if (faults.has('duplicates') || (isTaken && company.takesNumbers && company.refusesDuplicates))
      throw refusals.duplicateNumber(given);
    return given;
  }
  if (own) return (own.data.DocNumber as string | null | undefined) ?? null;
  if (company.takesNumbers) return null;
  await saveCompany(tx, realm, { nextNumber: company.nextNumber + 1 });
  return String(company.nextNumber);
}

/** Adds an invoice, or replaces one whole: what isn't given is cleared. */
export async function writeInvoice(scene: Scene, body: Data): Promise<Entity> {
  const { tx, realm, company } = scene;
  const own = body.Id === undefined ? undefined : await known(scene, 'Invoice', body);
  if (own) assertOpen(scene, own.data.TxnDate);
  const given = parse(Invoice, body);
  if ((given.PrivateNote ?? '').length > MOST_NOTE) throw refusals.tooLong('PrivateNote', MOST_NOTE);
  const day = given.TxnDate ?? today();
  assertOpen(scene, day);
  const customer = await assertUsable(scene, 'Customer', given.CustomerRef, 'CustomerRef');
  let total = '0';
  for (const line of given.Line) {
    if (line.DetailType === 'DiscountLineDetail') {
      if (!company.allowsDiscount)
        throw refusals.business('Discounts are turned off for this company.', 'Line.DiscountLineDetail');
      const account = line.DiscountLineDetail?.DiscountAccountRef;
      if (!account) throw refusals.missing('DiscountAccountRef');
      await assertUsable(scene, 'Account', account, 'DiscountAccountRef');
      total = subtract(total, cents(line.Amount));
      continue;
    }
    const detail = line.SalesItemLineDetail;
    if (!detail) throw refusals.missing('Line.SalesItemLineDetail');
    await assertUsable(scene, 'Item', detail.ItemRef, 'ItemRef');
    const { Qty = 1, UnitPrice = line.Amount } = detail;
    if (compare(roundCents(multiply(Qty, UnitPrice)), cents(line.Amount)) !== 0) throw refusals.wrongAmount();
    total = add(total, cents(line.Amount));
  }
  if (compare(total, '0') < 0) throw refusals.business('The transaction amount must be 0 or greater.', 'TotalAmt');
  const paid = own ? subtract(cents(own.data.TotalAmt), cents(own.data.Balance)) : '0';
  const values = {
    CustomerRef: { value: customer.entityId, name: customer.data.DisplayName },
    DocNumber: await numberOf(scene, given.DocNumber, own),
    TxnDate: day,
    ...(given.DueDate === undefined ? {} : { DueDate: given.DueDate }),
    PrivateNote: given.PrivateNote ?? '',
    Line: given.Line.map((line, index) => ({ Id: String(index + 1), LineNum: index + 1, ...line })),
    TotalAmt: Number(total),
    Balance: Number(roundCents(subtract(total, paid))),
    LinkedTxn: own?.data.LinkedTxn ?? [],
  };
  if (!own) return create(tx, realm, 'Invoice', values);
  return change(tx, own, { ...values, createTime: own.data.createTime });
}

/** Leaves an invoice at nothing; payments of it are no longer of anything. */
export async function voidInvoice(scene: Scene, body: Data): Promise<Entity> {
  const { tx, realm } = scene;
  const own = await known(scene, 'Invoice', body);
  assertOpen(scene, own.data.TxnDate);
  for (const { TxnId } of linksOf(own)) {
    const payment = await find(tx, realm, 'Payment', TxnId);
    if (payment?.data.isDeposited) throw refusals.deposited();
    if (payment) await change(tx, payment, { ...payment.data, Line: [] });
  }
  return change(tx, own, { ...voided(own), Line: [], Balance: 0, LinkedTxn: [] });
}

type Link = { TxnId: string; TxnType: string };
const linksOf = ({ data }: Entity) => (data.LinkedTxn ?? []) as Link[];
const voided = ({ data }: Entity): Data => ({
  ...data,
  TotalAmt: 0,
  PrivateNote: data.PrivateNote ? `Voided - ${data.PrivateNote}` : 'Voided',
});

/** Adds a payment, and takes it off what its invoice is owed. */
export async function createPayment(scene: Scene, body: Data): Promise<Entity> {
  const { tx, realm } = scene;
  const given = parse(Payment, body);
  if ((given.PrivateNote ?? '').length > MOST_NOTE) throw refusals.tooLong('PrivateNote', MOST_NOTE);
  const day = given.TxnDate ?? today();
  assertOpen(scene, day);
  const customer = await assertUsable(scene, 'Customer', given.CustomerRef, 'CustomerRef');
  if (compare(sum(given.Line.map(({ Amount }) => cents(Amount))), cents(given.TotalAmt)) > 0)
    throw refusals.business('You’ve applied more than the payment.', 'Line');
  const applied: { invoice: Entity; amount: string }[] = [];
  for (const { Amount, LinkedTxn } of given.Line) {
    const id = LinkedTxn[0]?.TxnId ?? '';
    const invoice = await find(tx, realm, 'Invoice', id);
    if (!invoice || invoice.isDeleted) throw refusals.unknown('TxnId', id);
    if ((invoice.data.CustomerRef as { value: string }).value !== customer.entityId)
      throw refusals.business('The invoice is another customer’s.', 'CustomerRef');
    if (compare(cents(Amount), cents(invoice.data.Balance)) > 0)
      throw refusals.business('The payment is more than the invoice’s open balance.', 'Amount');
    applied.push({ invoice, amount: cents(Amount) });
  }
  const made = await create(tx, realm, 'Payment', {
    CustomerRef: { value: customer.entityId, name: customer.data.DisplayName },
    TotalAmt: given.TotalAmt,
    TxnDate: day,
    PrivateNote: given.PrivateNote ?? '',
    Line: given.Line,
  });
  for (const { invoice, amount } of applied) {
    await change(tx, invoice, {
      ...invoice.data,
      Balance: Number(subtract(cents(invoice.data.Balance), amount)),
      LinkedTxn: [...linksOf(invoice), { TxnId: made.entityId, TxnType: 'Payment' }],
    });
  }
  return made;
}

/** Leaves a payment at nothing, and its invoice as if it had never been paid. */
export async function voidPayment(scene: Scene, body: Data): Promise<Entity> {
  const { tx, realm } = scene;
  const own = await known(scene, 'Payment', body);
  if (own.data.isDeposited) throw refusals.deposited();
  assertOpen(scene, own.data.TxnDate);
  for (const { Amount, LinkedTxn } of (own.data.Line ?? []) as { Amount: number; LinkedTxn: Link[] }[]) {
    const invoice = await find(tx, realm, 'Invoice', LinkedTxn[0]?.TxnId ?? '');
    if (!invoice) continue;
    await change(tx, invoice, {
      ...invoice.data,
      Balance: Number(add(cents(invoice.data.Balance), cents(Amount))),
      LinkedTxn: linksOf(invoice).filter(({ TxnId }) => TxnId !== own.entityId),
    });
  }
  return change(tx, own, { ...voided(own), Line: [] });
}

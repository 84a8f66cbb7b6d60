import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import {
  companies,
  orderComments,
  orderMails,
  orderPayments,
  orderProblems,
  savedSearches as savedSearchRows,
} from '../../../server/db/schema';
import type { Answer } from '../../support/app';
import {
  type MemberFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  only,
  type SellerFixture,
} from '../../support/factories';
import {
  DAY,
  found,
  type Made,
  type Place,
  ROWS,
  type Rule,
  said,
  type Tried,
  walked,
} from '../../support/orders/calls';
import {
  ORDERS_TRIED,
  type OrderTried,
  type Outcome,
  outcomeOn,
  SELLERS,
  type SellerRow,
} from '../../support/orders/permissions';
import { openSellerApp } from '../../support/seller-app';

const { orders, orderExports } = contract;
const { app, seller: flagged } = await openSellerApp();
const { db } = app.database;

/** A seller with two companies, and a customer in its own organization. */
async function makePlace(seller: SellerFixture): Promise<Omit<Place, 'shared'>> {
  const second = only(
    await db
      .insert(companies)
      .values({ orgId: seller.org.id, name: 'Second', companyType: 'DISTRIBUTOR', usState: 'CA' })
      .returning(),
  );
  const of = async (company: SellerFixture['company']) => ({
    product: await makeProduct(db, { ...seller, company }, { quantity: '100000', wholesalePrice: '10.00' }),
    customer: await makeCustomer(db, { org: seller.org, company }),
    held: await makeCustomer(db, { org: seller.org, company }, { onHold: true }),
  });
  const first = await of(seller.company);
  const buyer = await makeBuyer(db, { org: seller.org });
  return {
    seller,
    second,
    goods: { own: first, others: first, elsewhere: await of(second) },
    ownCustomer: await makeCustomer(db, seller, { buyer }),
  };
}

/** One of each kind of order, of which these are the sales reps; a comment on it is by the author. */
async function makeTried(
  { seller, second, goods }: Omit<Place, 'shared'>,
  kind: OrderTried,
  { reps, author }: { reps: number[]; author: string },
): Promise<Tried> {
  const company = kind === 'elsewhere' ? second : seller.company;
  const { product, customer, held } = goods[kind];
  const ids: number[] = [];
  const make = async (values: Parameters<typeof makeOrder>[2] = {}) => {
    const made = await makeOrder(
      db,
      { ...seller, company },
      {
        customer,
        lines: [{ product, quantity: '1' }],
        salesRepOrgUserIds: kind === 'others' ? [seller.owner.orgUserId] : reps,
        ...values,
      },
    );
    ids.push(made.order.id);
    return { id: made.order.id, lineId: only(made.lines).id, number: made.order.orderNumber };
  };
  const { id: submitted, number } = await make();
  const of = { orgId: seller.org.id, orderId: submitted };
  const comment = { ...of, authorUserId: author, comment: 'Call before delivery' };
  const [first, spare] = await db.insert(orderComments).values([comment, comment]).returning();
  const paid = { ...of, amount: '1.00', paymentType: 'CASH', paymentDate: DAY };
  const mail = {
    ...of,
    recipients: ['shop@example.com'],
    subject: 'Your invoice',
    message: '',
    files: [{ kind: 'INVOICE' as const, name: 'invoice.pdf', content: '' }],
    createdByUserId: seller.owner.user.id,
  };
  const problem = {
    ...of,
    kind: 'DAMAGED' as const,
    lines: [],
    message: 'Two jars are cracked',
    reportedByUserId: author,
  };
  const originalOrderIds = [(await make({ status: 'COMBINED' })).id, (await make({ status: 'COMBINED' })).id];
  return {
    companyId: company.id,
    customerId: customer.id,
    productId: product.id,
    submitted,
    number,
    held: (await make({ customer: held })).id,
    draft: await make({ status: 'DRAFT' }),
    spareDraft: (await make({ status: 'DRAFT' })).id,
    frozen: await make({ status: 'FULFILLED' }),
    reopened: (await make({ status: 'FULFILLED' })).id,
    pair: [(await make()).id, (await make()).id],
    merged: (await make({ originalOrderIds })).id,
    commentId: first?.id ?? 0,
    spareCommentId: spare?.id ?? 0,
    paymentId: only(await db.insert(orderPayments).values(paid).returning()).id,
    mailId: only(await db.insert(orderMails).values(mail).returning()).id,
    problemId: only(await db.insert(orderProblems).values(problem).returning()).id,
    ids,
  };
}

const people = new Map<SellerRow, Made>();

beforeAll(async () => {
  const unflagged = await makeSeller(db, { flags: [] });
  for (const seller of [flagged, unflagged]) {
    const place = await makePlace(seller);
    const rows = SELLERS.filter((row) => Boolean(row.unflagged) === (seller === unflagged));
    const assigned = { none: [], first: [seller.company.id], both: [seller.company.id, place.second.id] };
    const members = new Map<SellerRow, MemberFixture>();
    for (const row of rows) {
      const { features, companies: which } = row;
      const role =
        typeof features === 'string'
          ? { defaultRoleId: features }
          : { features, companyIds: assigned[which], brandIds: [seller.brand.id] };
      members.set(row, await makeMember(db, seller.org, role));
    }
    const reps = [...members.values()].map(({ orgUserId }) => orgUserId);
    const by = { reps, author: seller.owner.user.id };
    const shared = {
      own: await makeTried(place, 'own', by),
      others: await makeTried(place, 'others', by),
      elsewhere: await makeTried(place, 'elsewhere', by),
    };
    for (const kind of ['own', 'elsewhere'] as const) {
      const company = kind === 'own' ? seller.company : place.second;
      const { product, customer } = place.goods[kind];
      const values = { customer, lines: [{ product }], salesRepOrgUserIds: reps, paidUsd: '5000.00' };
      const { order } = await makeOrder(db, { ...seller, company }, values);
      const of = { orgId: seller.org.id, orderId: order.id };
      await db.insert(orderPayments).values({ ...of, amount: '5000.00', paymentType: 'CASH', paymentDate: DAY });
      shared[kind].ids.push(order.id);
    }
    for (const [row, member] of members) {
      const kept = { orgId: seller.org.id, companyId: seller.company.id, orgUserId: member.orgUserId };
      const saved = only(
        await db
          .insert(savedSearchRows)
          .values({ ...kept, list: 'orders', name: 'Paid', search: found() })
          .returning(),
      );
      people.set(row, {
        place: { ...place, shared },
        member,
        caller: await app.as(member.user, seller.org),
        savedSearchId: saved.id,
      });
    }
  }
}, 60_000);

const madeOf = (row: SellerRow): Made => {
  const made = people.get(row);
  if (made === undefined) throw new Error(`Nobody is ${row.who}`);
  return made;
};

/** What a row says of a rule on an order. */
function expected(row: SellerRow, rule: Rule, at: number): Outcome {
  if (rule === 'lists' || rule === 'bulk' || rule === 'buys') throw new Error(`${rule} is walked by itself`);
  // A copy takes the permission to enter orders, and the original to be seen.
  if (rule === 'clones') return outcomeOn(typeof row.changes === 'string' ? row.changes : row.sees, at);
  return outcomeOn(row[rule], at);
}

describe('with sales orders', () => {
  test.each(SELLERS)('$who lists what they see', async (row) => {
    const made = madeOf(row);
    const { shared } = made.place;
    const refused = typeof row.sees === 'string' ? row.sees : null;
    const seen = ORDERS_TRIED.filter((_, at) => outcomeOn(row.sees, at) === 'ok');
    const hasCompany = row.companies !== 'none' || typeof row.features === 'string';
    const answers: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const { name, make } of walked(['lists'])) {
      answers[name] = said(await make(made, shared.own));
      // These are about the first company, which must be seen too.
      const isOfCompany = name.startsWith('savedSearches') || /customer|lineProducts/.test(name);
      const ownsNone = /update|remove/.test(name);
      wanted[name] = refused ?? (isOfCompany && !hasCompany && !ownsNone ? 'not found' : 'ok');
    }
    for (const { name, make } of walked(['bulk'])) {
      const answer = (await make(made, shared.own)) as Answer<typeof orders.bulk>;
      answers[name] = answer.ok ? `${answer.body.total} orders` : said(answer);
      const eligible = typeof row.changes === 'string' ? row.changes : `${seen.length} orders`;
      wanted[name] = eligible === '0 orders' ? 'not found' : eligible;
    }
    expect(answers).toEqual(wanted);
    if (refused) return;
    const body = { orgId: made.place.seller.org.id, filters: {} };
    const listed = await made.caller.expectOk(orders.search, { body: { ...body, itemsPerPage: 250 } });
    const all = ORDERS_TRIED.flatMap((kind) => shared[kind].ids);
    const ids = seen.flatMap((kind) => shared[kind].ids);
    expect(listed.results.flatMap(({ id }) => (all.includes(id) ? [id] : [])).sort((a, b) => a - b)).toEqual(
      [...ids].sort((a, b) => a - b),
    );
    const numbers = ORDERS_TRIED.map((kind) => shared[kind].number);
    const ofLines = { exportLineItems: true };
    for (const lines of [{}, { ...ofLines, orderNumbers: numbers }, { ...ofLines, allMatching: true }]) {
      const csv = (await made.caller.expectOk(orderExports.orders, { body: { ...body, ...lines } })) as string;
      expect(ORDERS_TRIED.filter((_, at) => csv.includes(numbers[at] ?? '?'))).toEqual(seen);
    }
  });

  test.each(SELLERS)('$who does what the table says', async (row) => {
    const made = madeOf(row);
    const rules: Rule[] = ['sees', 'clones', 'changes', 'thaws', 'payments', 'pays', 'overrides'];
    const answers: Record<string, Record<string, string>> = {};
    const wanted: typeof answers = {};
    for (const [at, kind] of ORDERS_TRIED.entries()) {
      const does = (['changes', 'thaws', 'pays', 'overrides'] as const).some((one) => outcomeOn(row[one], at) === 'ok');
      const by = { reps: [made.member.orgUserId], author: made.member.user.id };
      const tried = does ? await makeTried(made.place, kind, by) : made.place.shared[kind];
      const [got, want]: [Record<string, string>, Record<string, string>] = [{}, {}];
      for (const { name, rule, make } of walked(rules)) {
        const column = rule === 'clones' ? row.changes : row[rule as 'sees'];
        // Refused before an order is looked for, so one is enough.
        if (at > 0 && typeof column === 'string') continue;
        got[name] = said(await make(made, tried));
        want[name] = expected(row, rule, at);
      }
      [answers[kind], wanted[kind]] = [got, want];
    }
    const entering = { orders: {} as Record<string, string>, table: {} as Record<string, string> };
    for (const { name, rule, make } of walked(['enters', 'entersOwn'])) {
      entering.orders[name] = said(await make(made, made.place.shared.own));
      entering.table[name] = expected(row, rule, 0);
    }
    expect({ ...answers, entering: entering.orders }).toEqual({ ...wanted, entering: entering.table });
  });

  test.each(SELLERS)('$who is offered what they may do', async (row) => {
    const made = madeOf(row);
    for (const [at, kind] of ORDERS_TRIED.entries()) {
      if (outcomeOn(row.sees, at) !== 'ok') continue;
      const { held, frozen } = made.place.shared[kind];
      const open = await made.caller.expectOk(orders.get, { params: { id: held } });
      const done = await made.caller.expectOk(orders.get, { params: { id: frozen.id } });
      const may = outcomeOn(row.changes, at) === 'ok';
      expect([open.canEdit, open.canEditLines, open.availableTransitions.length > 0]).toEqual([may, may, may]);
      const thaws = outcomeOn(row.thaws, at) === 'ok';
      expect([done.canEditLines, done.availableTransitions.includes('ACCEPTED')]).toEqual([thaws, thaws]);
    }
  });

  test('every call about orders has its place in the table', () => {
    const rules = new Set(ROWS.map(([, [rule]]) => rule));
    for (const rule of Object.keys(only(SELLERS.slice(0, 1))) as Rule[]) {
      if (!['who', 'features', 'companies'].includes(rule)) expect(rules).toContain(rule);
    }
    expect(ROWS.length).toBeGreaterThan(50);
  });
});

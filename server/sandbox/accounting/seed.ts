import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { companies, customers, licenses, products, sandboxEntities } from '../../db/schema';
import { add, alone, type Company, create, type Data, find } from './store';

const MOST_TAKEN = 60;
const MOST_NAME = 100;

/** A company's books that can be chosen: each seller company has its own, and the organization some old ones. */
export type Books = { realm: string; name: string };

const realmOf = (orgId: number, companyId: number) =>
  `46208${String(orgId).padStart(6, '0')}${String(companyId).padStart(5, '0')}`;

/** The books of an organization, which are made the first time. */
export async function booksOf(db: Db, orgId: number): Promise<Books[]> {
  const sold = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(eq(companies.orgId, orgId), isNull(companies.removedAt)))
    .orderBy(asc(companies.id));
  const made: Books[] = [];
  for (const { id, name } of sold) {
    const books = { realm: realmOf(orgId, id), name: `${name} books` };
    await open(db, books, { orgId, companyId: id });
    made.push(books);
  }
  const old = { realm: realmOf(orgId, 0), name: 'Old books' };
  await open(db, old, { orgId, companyId: null });
  return [...made, old];
}

async function open(db: Db, { realm, name }: Books, { orgId, companyId }: { orgId: number; companyId: number | null }) {
  if (await find(db, realm, 'Company', realm)) return;
  const theirs = companyId === null ? [] : await customersOf(db, orgId, companyId);
  const items = companyId === null ? [] : await itemsOf(db, orgId, companyId);
  await add(db, realm, 'Counter', 'ids', {});
  await alone(db, realm, async (tx) => {
    const isOld = companyId === null;
    const company: Company = {
      orgId,
      name,
      takesNumbers: !isOld,
      allowsDiscount: !isOld,
      refusesDuplicates: !isOld,
      closedUntil: isOld ? '2024-12-31' : null,
      nextNumber: 1_001,
    };
    if (!(await add(tx, realm, 'Company', realm, company))) return;
    for (const account of ACCOUNTS) await create(tx, realm, 'Account', { Active: true, ...account });
    for (const item of distinct([...items, ...ITEMS], 'Name')) await create(tx, realm, 'Item', item);
    for (const customer of distinct([...theirs, ...CUSTOMERS], 'DisplayName'))
      await create(tx, realm, 'Customer', customer);
  });
}

const ACCOUNTS = [
  { Name: 'Sales of Product Income', AccountType: 'Income' },
  { Name: 'Services', AccountType: 'Income' },
  { Name: 'Discounts given', AccountType: 'Income' },
  { Name: 'Cost of Goods Sold', AccountType: 'Cost of Goods Sold' },
  { Name: 'Supplies', AccountType: 'Expense' },
  { Name: 'Freight & Delivery', AccountType: 'Expense' },
  { Name: 'Undeposited Funds', AccountType: 'Other Current Asset' },
  { Name: 'Accounts Receivable', AccountType: 'Accounts Receivable' },
];
const ITEMS: Data[] = [
  { Name: 'Services', Type: 'Service', Active: true },
  { Name: 'Last year’s jars', Type: 'NonInventory', Active: false },
];
const CUSTOMERS: Data[] = [
  { DisplayName: 'Walk-in customer', Active: true, Balance: 0 },
  { DisplayName: 'Closed Dispensary', Active: false, Balance: 0 },
];

const plain = (name: string) =>
  name
    .replace(/[:\t\n"]/g, ' ')
    .slice(0, MOST_NAME - 6)
    .trim();

/** Every other customer and item is there, some under another name: what is known by license, name or SKU alone. */
async function customersOf(db: Db, orgId: number, companyId: number): Promise<Data[]> {
  const rows = await db
    .select({ name: customers.name, email: customers.email, licenseNumber: licenses.licenseNumber })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId)))
    .orderBy(asc(customers.id))
    .limit(MOST_TAKEN);
  return rows.flatMap(({ name, email, licenseNumber }, index) => {
    const way = index % 4;
    if (way === 3) return [];
    const shown = way === 0 ? plain(name) : way === 1 ? `${plain(name)} LLC` : `Account ${index + 100}`;
    return [
      {
        DisplayName: shown,
        Active: true,
        Balance: 0,
        ...(email === null ? {} : { PrimaryEmailAddr: { Address: email } }),
        ...(licenseNumber !== null && way !== 1 ? { Notes: `License: ${licenseNumber}` } : {}),
      },
    ];
  });
}

async function itemsOf(db: Db, orgId: number, companyId: number): Promise<Data[]> {
  const rows = await db
    .select({ name: products.name, sku: products.sku })
    .from(products)
    .where(and(eq(products.orgId, orgId), eq(products.companyId, companyId), eq(products.isParent, false)))
    .orderBy(asc(products.id))
    .limit(MOST_TAKEN);
  return rows.flatMap(({ name, sku }, index) => {
    const way = index % 4;
    if (way === 3) return [];
    const shown = way === 2 ? `${plain(name).toUpperCase()} ` : way === 0 ? plain(name) : `Item ${index + 100}`;
    return [{ Name: shown.trim(), Type: 'NonInventory', Active: true, ...(way === 2 ? {} : { Sku: sku }) }];
  });
}

/** Names are unique in books. */
function distinct(all: readonly Data[], name: string): Data[] {
  const taken = new Set<string>();
  return all.filter((one) => {
    const key = String(one[name]).toLowerCase();
    return !taken.has(key) && taken.add(key);
  });
}

/** Every company's books that exist. */
export async function listBooks(db: Db): Promise<Books[]> {
  const rows = await db
    .select({ realm: sandboxEntities.realm, data: sandboxEntities.data })
    .from(sandboxEntities)
    .where(and(eq(sandboxEntities.standIn, 'accounting'), eq(sandboxEntities.kind, 'Company')))
    .orderBy(asc(sandboxEntities.id))
    .limit(200);
  return rows.map(({ realm, data }) => ({ realm, name: String(data.name) }));
}

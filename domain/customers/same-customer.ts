/**
 * What makes two customers' names the same: capitals, blanks, the shape of apostrophes and how accents are composed make
 * no difference. `server/customers/import/judge-import.ts` has the same rule in SQL.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[ \u00a0\t\r\n]+/g, ' ')
    .trim()
    .toLowerCase();

const emailKey = (email: string) => email.trim().toLowerCase();

/** What tells a customer from others of its name; '' and null where it isn't known. */
export type Told = { name: string; email: string; licenseId: number | null };

/** Customers by what can tell them, so that thousands of rows aren't each compared with thousands of customers. */
export type ToldCustomers<C extends Told> = {
  add: (one: C) => void;
  ofLicense: (id: number | null) => readonly C[];
  /** Of a name, those with an email if one is asked for. */
  ofName: (name: string, email?: string) => readonly C[];
};

export function toldCustomers<C extends Told>(all: readonly C[] = []): ToldCustomers<C> {
  const lists = new Map<string, C[]>();
  const marks = {
    license: (id: number) => `license ${id}`,
    name: (name: string) => `name ${nameKey(name)}`,
    email: (name: string, email: string) => `email ${emailKey(email)} ${nameKey(name)}`,
  };
  const add = (one: C) => {
    const { licenseId, name, email } = one;
    const license = licenseId === null ? [] : [marks.license(licenseId)];
    for (const mark of [...license, marks.name(name), marks.email(name, email)]) {
      const list = lists.get(mark);
      if (list) list.push(one);
      else lists.set(mark, [one]);
    }
  };
  for (const one of all) add(one);
  return {
    add,
    ofLicense: (id) => (id === null ? [] : (lists.get(marks.license(id)) ?? [])),
    ofName: (name, email) => lists.get(email === undefined ? marks.name(name) : marks.email(name, email)) ?? [],
  };
}

const isUntold = ({ licenseId }: Told, other: Told) => licenseId === null || other.licenseId === null;

/** Those of a row's name that neither a license nor an email tells from it: of its email first. */
function alikeOf<C extends Told>(row: Told, customers: ToldCustomers<C>): { exact: C[]; others: C[] } {
  const { name, email } = row;
  if (name === '') return { exact: [], others: [] };
  const exact = customers.ofName(name, email);
  const others = emailKey(email) === '' ? customers.ofName(name) : customers.ofName(name, '');
  return { exact: exact.filter((one) => isUntold(row, one)), others: others.filter((one) => isUntold(row, one)) };
}

/**
 * The customers a row can mean: the one of its license, else of its name and email, else of its name. Where there is none,
 * `other` is one of its name that only another email tells from it.
 */
export function customersMeant<C extends Told>(
  row: Told,
  customers: ToldCustomers<C>,
): { meant: readonly C[]; other: C | null } {
  const licensed = customers.ofLicense(row.licenseId);
  if (licensed.length > 0) return { meant: licensed, other: null };
  const { exact, others } = alikeOf(row, customers);
  const meant = exact.length > 0 ? exact : others;
  const other = row.name === '' ? undefined : customers.ofName(row.name).find((one) => isUntold(row, one));
  return { meant, other: meant.length > 0 ? null : (other ?? null) };
}

/** The number of the first of these rows that is one customer with another row; undefined if none is. */
export function firstSame(row: Told, rows: ToldCustomers<Told & { row: number }>): number | undefined {
  const { exact, others } = alikeOf(row, rows);
  const found = [...rows.ofLicense(row.licenseId), ...exact, ...others].map(({ row: number }) => number);
  return found.length === 0 ? undefined : Math.min(...found);
}

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

const isNamesake = (one: Told, other: Told) => nameKey(one.name) === nameKey(other.name);

const areTold = (one: Told, other: Told) => one.licenseId !== null && other.licenseId !== null;

/** Whether two are one customer: their licenses say so, else their name, unless their emails tell them apart. */
export function isSameCustomer(one: Told, other: Told): boolean {
  if (areTold(one, other)) return one.licenseId === other.licenseId;
  const [email, otherEmail] = [emailKey(one.email), emailKey(other.email)];
  return isNamesake(one, other) && (email === '' || otherEmail === '' || email === otherEmail);
}

/**
 * The customers a row can mean: the one of its license, else of its name and email, else of its name. `other` is one of
 * its name that only another email tells from it.
 */
export function customersMeant<C extends Told>(row: Told, customers: readonly C[]): { meant: C[]; other: C | null } {
  const licensed = customers.filter(({ licenseId }) => row.licenseId !== null && licenseId === row.licenseId);
  if (licensed.length > 0) return { meant: licensed, other: null };
  const namesakes = row.name === '' ? [] : customers.filter((one) => isNamesake(row, one) && !areTold(row, one));
  const alike = namesakes.filter((one) => isSameCustomer(row, one));
  const exact = alike.filter(({ email }) => emailKey(email) === emailKey(row.email));
  return { meant: exact.length > 0 ? exact : alike, other: namesakes[0] ?? null };
}

import { z } from 'zod';
import { type Granter, refusalToGrant } from '../access/grant';
import type { Role } from '../access/roles';
import { type ImportRowOf, numberOf, type RowVerdict, type Verdict } from '../import';

/** The fields of a file of people to invite. */
export const INVITE_FIELDS = {
  email: { label: 'Email', aliases: ['email address', 'e mail', 'mail'] },
  name: { label: 'Name', aliases: ['full name', 'person', 'employee'] },
  title: { label: 'Title', aliases: ['job title', 'position'] },
  role: { label: 'Role', aliases: ['access', 'permissions'] },
  companies: { label: 'Companies', aliases: ['company'] },
} as const;
export type InviteRow = ImportRowOf<typeof INVITE_FIELDS>;

/** Most people invited from one file. */
export const MOST_INVITE_ROWS = 200;

type Named = { id: number; name: string };

/** What rows are checked against: the organization's roles, companies and people, and what the inviter may grant. */
export type KnownTeam = {
  roles: readonly Pick<Role, 'id' | 'name' | 'defaultRoleId' | 'features'>[];
  companies: readonly Named[];
  /** Everyone invited or active. */
  people: readonly { email: string; status: string }[];
  inviter: Granter;
};

/** An invitation, as `team.invite` takes it. */
export type InvitePlace = {
  email: string;
  name: string | null;
  title: string | null;
  orgRoleId: number;
  companyIds: number[];
};

/** A row's result with the invitation to send; null when it is skipped. */
export type JudgedInvite = RowVerdict & { place: InvitePlace | null };

const key = (text: string) => text.trim().toLowerCase();
const Email = z.email().max(254);
const MOST_NAME = 120;
const MOST_TITLE = 80;

/** Decides each row's result: an invitation, or why it is skipped. Writes nothing. */
export function judgeInvites(rows: readonly InviteRow[], known: KnownTeam): JudgedInvite[] {
  const seen = new Map<string, number>();
  return rows.map((row, at) => {
    const number = numberOf(row, at);
    const email = (row.email ?? '').trim();
    const { place, reasons } = readRow({ ...row, email }, known);
    const first = seen.get(key(email));
    if (email !== '' && first !== undefined) reasons.push(`Same email as row ${first}`);
    seen.set(key(email), first ?? number);
    const isRefused = reasons.length > 0;
    const verdict: Verdict = isRefused ? 'refused' : 'create';
    const name = email || (row.name ?? '');
    return { row: number, verdict, name, reasons, ...(isRefused ? NOTHING : { place, changes: changesOf(row) }) };
  });
}

const NOTHING = { place: null, changes: [] };

const changesOf = (row: InviteRow) =>
  (['name', 'title', 'role', 'companies'] as const).flatMap((field) =>
    row[field] === undefined ? [] : [{ label: INVITE_FIELDS[field].label, from: '', to: row[field] }],
  );

function readRow(
  row: InviteRow & { email: string },
  { roles, companies, people, inviter }: KnownTeam,
): { place: InvitePlace | null; reasons: string[] } {
  const { email, name = null, title = null } = row;
  const reasons: string[] = [];
  if (!Email.safeParse(email).success) reasons.push(email === '' ? 'Email is required' : 'Enter an email address');
  const there = people.find((one) => key(one.email) === key(email));
  if (there) reasons.push(there.status === 'ACTIVE' ? 'Already on the team' : 'Already invited');
  if (name !== null && name.length > MOST_NAME) reasons.push(`Name must be ${MOST_NAME} characters or fewer`);
  if (title !== null && title.length > MOST_TITLE) reasons.push(`Title must be ${MOST_TITLE} characters or fewer`);
  const role = roles.find((one) => key(one.name) === key(row.role ?? ''));
  if (row.role === undefined) reasons.push('Role is required');
  else if (!role) reasons.push(`No role called “${row.role}”`);
  else if (role.defaultRoleId === 'OWNER') reasons.push('To make someone the owner, transfer ownership');
  const companyIds = companiesOf(row.companies, companies, reasons);
  if (!role) return { place: null, reasons };
  if (role.defaultRoleId !== null && companyIds.length > 0) {
    reasons.push(`${role.name} sees every company, so leave Companies blank`);
  }
  const refusal = refusalToGrant(inviter, {
    features: role.features,
    seesEverything: role.defaultRoleId !== null,
    assigned: { licenseIds: [], brandIds: [], companyIds },
  });
  if (refusal) reasons.push(refusal);
  return { place: { email, name, title, orgRoleId: role.id, companyIds }, reasons };
}

/** Companies by name, separated by semicolons, or by commas where no name has one. */
function companiesOf(text: string | undefined, companies: readonly Named[], reasons: string[]): number[] {
  if (text === undefined) return [];
  const named = text.split(companies.some(({ name }) => name.includes(',')) ? ';' : /[;,]/);
  const ids = named
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((name) => {
      const found = companies.find((one) => key(one.name) === key(name));
      if (!found) reasons.push(`No company called “${name}”`);
      return found?.id ?? [];
    });
  return [...new Set(ids)];
}

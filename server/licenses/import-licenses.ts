import { sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import type { RowVerdict } from '../../domain/import';
import type { licenseImports } from '../../domain/licenses/import-contract';
import type { LicenseRow } from '../../domain/licenses/license';
import {
  type HeldLicense,
  type JudgedLicense,
  judgeLicenses,
  type LicenseImportRow,
  readLicenses,
} from '../../domain/licenses/license-import';
import { recordChange, rowOf } from '../bulk/applied';
import type { Ctx } from '../context';
import { licenses } from '../db/schema';
import type { Verb } from '../implement';
import { addLicenses, announceLicenses, type NewLicense } from './add-licenses';
import { type KeptLicense, licenseImport } from './undo-import';

/** What importing a file of licenses would do, row by row. */
export const previewLicenses: Verb<typeof licenseImports.preview> = async (ctx, { body }) => ({
  rows: (await judge(ctx, body.rows)).map(verdictOf),
});

/** Adds the licenses of a file; a number that another organization takes meanwhile is skipped. */
export const applyLicenses: Verb<typeof licenseImports.apply> = async (ctx, { body }) => {
  const judged = await judge(ctx, body.rows);
  const ids: number[] = [];
  for (const [usState, drafts] of byState(judged)) ids.push(...(await addLicenses(ctx, usState, drafts)).ids);
  const added = await announceLicenses(ctx, ids);
  if (added.length === 0) await ctx.audit({ id: null, after: { added: 0 } });
  const addedFor = ({ draft }: JudgedLicense) =>
    added.find((one) => one.licenseNumber === draft?.licenseNumber && one.state.ansiAbbrevation === draft.state);
  const rows = judged.map((row) => {
    const license = row.verdict === 'create' ? addedFor(row) : undefined;
    if (row.verdict !== 'create' || license) return { license, verdict: verdictOf(row) };
    const taken = { verdict: 'refused' as const, reasons: ['Another organization just added it'] };
    return { license, verdict: { ...verdictOf(row), ...taken } };
  });
  if (added.length > 0) await record(ctx, rows);
  return { rows: rows.map(({ verdict }) => verdict) };
};

async function record(ctx: Ctx, rows: readonly { license: LicenseRow | undefined; verdict: RowVerdict }[]) {
  const members = seesEverything(ctx.membership) ? 0 : 1;
  await recordChange(ctx, licenseImport, {
    act: 'import',
    input: {},
    rows: rows.map(({ license, verdict }) => ({
      ...rowOf(verdict),
      subjectId: license?.id ?? null,
      ...(license && { kept: { version: license.version, members } satisfies KeptLicense }),
    })),
  });
}

const verdictOf = ({ draft: _, ...verdict }: JudgedLicense) => verdict;

/** States in one order, so that two imports at once don't wait for each other. */
function byState(judged: readonly JudgedLicense[]): [string, NewLicense[]][] {
  const found = new Map<string, NewLicense[]>();
  for (const { draft } of judged) {
    if (!draft) continue;
    const { state, address, ...license } = draft;
    const { lineOne: addressLineOne, city, postalCode } = address;
    found.set(state, [...(found.get(state) ?? []), { ...license, addressLineOne, city, postalCode }]);
  }
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}

async function judge({ db, membership }: Ctx, rows: readonly LicenseImportRow[]): Promise<JudgedLicense[]> {
  const drafts = readLicenses(rows).flatMap(({ draft }) => draft ?? []);
  const held: HeldLicense[] = [];
  if (drafts.length > 0) {
    const named = sql`select * from unnest(${sql.param(drafts.map(({ state }) => state))}::text[],
      ${sql.param(drafts.map(({ licenseNumber }) => licenseNumber))}::text[])`;
    const found = await db
      .select({ orgId: licenses.orgId, usState: licenses.usState, licenseNumber: licenses.licenseNumber })
      .from(licenses)
      .where(sql`(${licenses.usState}, ${licenses.licenseNumber}) in (${named}) and ${licenses.removedAt} is null`);
    held.push(...found.map(({ orgId, ...license }) => ({ ...license, isOwn: orgId === membership.orgId })));
  }
  return judgeLicenses(rows, held);
}

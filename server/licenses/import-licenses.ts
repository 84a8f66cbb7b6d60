import { sql } from 'drizzle-orm';
import type { licenseImports } from '../../domain/licenses/import-contract';
import {
  type HeldLicense,
  type JudgedLicense,
  judgeLicenses,
  type LicenseImportRow,
  readLicenses,
} from '../../domain/licenses/license-import';
import type { Ctx } from '../context';
import { licenses } from '../db/schema';
import type { Verb } from '../implement';
import { addLicenses, announceLicenses, type NewLicense } from './add-licenses';

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
  const isAdded = ({ draft }: JudgedLicense) =>
    added.some((one) => one.licenseNumber === draft?.licenseNumber && one.state.ansiAbbrevation === draft.state);
  return {
    rows: judged.map((row) =>
      row.verdict !== 'create' || isAdded(row)
        ? verdictOf(row)
        : { ...verdictOf(row), verdict: 'refused' as const, reasons: ['Another organization just added it'] },
    ),
  };
};

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

import { and, eq, sql } from 'drizzle-orm';
import type { intakes as contract } from '../../domain/intakes/contract';
import type { ScanAnswer } from '../../domain/intakes/scan';
import { PACKAGE_STATUSES, type PackageStatus } from '../../domain/inventory/packages/package';
import type { Ctx } from '../context';
import { packages, trackingItems, transfers } from '../db/schema';
import { visibleLicenses, visiblePackages } from '../db/visibility';
import type { Verb } from '../implement';
import { withLicenseKey } from '../integrations/tracking/use-license-key';
import { findLicense, findTransfer, readPackages, type Transfer } from './read-intakes';

const nobody = { package: null, intake: null, known: null };

/** What a tag is, seen from one intake: in it, in another of the license’s, else what we know of it. NOT_FOUND for the intake. */
export const findInIntake: Verb<typeof contract.find> = async (ctx, { params }) => {
  const transfer = await findTransfer(ctx, params);
  const [found] = await readPackages(ctx, transfer, [params.label]);
  if (found === undefined || found.leftManifest) return findElsewhere(ctx, params.label, transfer.id);
  if (found.unknown) return { ...(await findElsewhere(ctx, params.label, transfer.id)), package: found };
  const outcome = found.confirmed ? 'CONFIRMED' : 'EXPECTED';
  return { ...nobody, label: params.label, outcome, package: found, intake: intakeOf(transfer) };
};

/** What a tag is among all intakes of a license. NOT_FOUND for the license. */
export const findInAny: Verb<typeof contract.findAny> = async (ctx, { params: { licenseId, label } }) => {
  const license = await findLicense(ctx, licenseId);
  const transfer = await openTransferOf(ctx, label, { licenseId: license.id });
  if (transfer === null) return findElsewhere(ctx, label, null);
  const [found] = await readPackages(ctx, { ...transfer, usState: license.usState }, [label]);
  const outcome = found?.confirmed ? 'CONFIRMED' : 'EXPECTED';
  return { ...nobody, label, outcome, package: found ?? null, intake: intakeOf(transfer) };
};

/** The packages a unit is of, asked of the tracking system. NOT_FOUND for the intake, TRACKING_KEY_REQUIRED, UNAVAILABLE. */
export const findUnit: Verb<typeof contract.findUnit> = async (ctx, { params }) => {
  const { licenseId } = await findTransfer(ctx, params);
  const { tracking } = ctx.services.integrations;
  const labels = await withLicenseKey(
    ctx,
    licenseId,
    (at) => tracking.packagesOfUnit(at, params.code),
    'look up units',
  );
  return { labels };
};

const intakeOf = ({ id, licenseId, manifestNumber, shipperName }: Transfer) => ({
  id,
  licenseId,
  manifestNumber,
  senderName: shipperName,
});

/**
 * The newest transfer on its way that carries a tag, to a license the reader sees: found by the tag's index, however many
 * packages there are.
 */
async function openTransferOf(
  { db, membership }: Ctx,
  label: string,
  { licenseId, except = 0 }: { licenseId?: number; except?: number },
): Promise<Transfer | null> {
  const { orgId } = membership;
  const seen = sql`(select licenses.id from licenses where ${visibleLicenses(membership)})`;
  const [found] = await db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.orgId, orgId),
        eq(transfers.direction, 'INCOMING'),
        eq(transfers.isVoided, false),
        licenseId === undefined ? sql`${transfers.licenseId} in ${seen}` : eq(transfers.licenseId, licenseId),
        sql`${transfers.id} <> ${except}`,
        sql`${transfers.id} = any (array(select carried.transfer_id from transfer_packages carried
              where carried.org_id = ${orgId} and carried.label = ${label} and carried.left_at is null
                and carried.state = 'SHIPPED'))`,
      ),
    )
    .orderBy(sql`${transfers.modifiedAt} desc, ${transfers.id} desc`)
    .limit(1);
  return found ?? null;
}

/** A tag that an intake lacks. */
async function findElsewhere(ctx: Ctx, label: string, except: number | null): Promise<ScanAnswer> {
  const other = except === null ? null : await openTransferOf(ctx, label, { except });
  if (other !== null) return { ...nobody, label, outcome: 'OTHER_INTAKE', intake: intakeOf(other) };
  const { db, membership } = ctx;
  const [known] = await db
    .select({ itemName: trackingItems.name, status: packages.status })
    .from(packages)
    .innerJoin(trackingItems, and(eq(trackingItems.orgId, membership.orgId), eq(trackingItems.id, packages.itemId)))
    .where(and(visiblePackages(membership), eq(packages.label, label)));
  const carried = known ?? (await wasCarried(ctx, label));
  if (!carried) return { ...nobody, label, outcome: 'UNKNOWN' };
  const status = known ? PACKAGE_STATUSES[known.status as PackageStatus].label : '';
  return { ...nobody, label, outcome: 'KNOWN', known: known ? { itemName: known.itemName, status } : null };
}

/** Whether some transfer brought it once, for readers who see no packages. */
async function wasCarried({ db, membership: { orgId } }: Ctx, label: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from transfer_packages carried where carried.org_id = ${orgId} and carried.label = ${label}
       and carried.state <> 'SHIPPED' limit 1`);
  return rows.length > 0;
}

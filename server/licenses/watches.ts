import { and, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import { standingOf } from '../../domain/licenses/standing';
import { warningOf } from '../../domain/licenses/warning';
import { MOST_WATCHED } from '../../domain/licenses/watch';
import type { licenseWatches as contract, WatchedLicense } from '../../domain/licenses/watch-contract';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { licenses, licenseWatches } from '../db/schema';
import type { Verb } from '../implement';
import { takenBack } from '../notices/notices';
import { known } from './read-warning';

/** The watched licenses, those that lapse first in front; what left the directory comes before. */
export const listWatches: Verb<typeof contract.list> = async ({ db, membership, now }) => {
  const rows = await db
    .select({ watch: licenseWatches, license: licenses })
    .from(licenseWatches)
    .innerJoin(licenses, eq(licenses.id, licenseWatches.licenseId))
    .where(eq(licenseWatches.orgId, membership.orgId));
  const shown = rows.map(({ watch, license }): WatchedLicense => {
    const about = known(license);
    const { isListed } = about;
    return {
      id: license.id,
      name: isListed ? license.dba || license.name : watch.name,
      usState: watch.usState,
      licenseNumber: isListed ? license.licenseNumber : watch.licenseNumber,
      isListed,
      expiresOn: isListed ? license.expiresOn : null,
      statedStatus: isListed ? license.statedStatus : null,
      standing: isListed ? standingOf(about, now) : null,
      warning: warningOf(about, true, now),
      since: watch.createdAt.toISOString(),
    };
  });
  const first = ({ isListed, expiresOn }: WatchedLicense) => (isListed ? (expiresOn ?? '9999') : '');
  return shown.sort((a, b) => first(a).localeCompare(first(b)) || a.name.localeCompare(b.name, 'en') || a.id - b.id);
};

/** Whether a license is watched. NOT_FOUND for one that neither is nor is in the directory. */
export const readWatch: Verb<typeof contract.of> = async (ctx, { params: { id } }) => describe(ctx, id);

/** Watches a license. NOT_FOUND for one that isn’t in the directory, CONFLICT for an own one and for too many. */
export const watchLicense: Verb<typeof contract.add> = async (ctx, { params: { id } }) => {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  await holdAlone(db, { kind: 'directory lists', id: orgId });
  const license = await find(ctx, id);
  if (license?.orgId === orgId) {
    throw new DomainError('CONFLICT', 'This license is your organization’s own. Its page says when it expires.');
  }
  if (!license?.isPublic) throw notFound('License');
  const { usState, licenseNumber } = license;
  const name = license.dba || license.name;
  const values = { orgId, licenseId: id, name, usState, licenseNumber, orgUserId, createdAt: now };
  const added = await db
    .insert(licenseWatches)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: licenseWatches.licenseId });
  if (added.length > 0 && (await db.$count(licenseWatches, eq(licenseWatches.orgId, orgId))) > MOST_WATCHED) {
    throw new DomainError('CONFLICT', `An organization watches at most ${MOST_WATCHED} licenses.`);
  }
  await ctx.audit({ id, before: null, after: added.length > 0 ? { name, licenseNumber } : null });
  await publish(ctx, id);
  return describe(ctx, id);
};

/** Stops watching a license; one that isn’t watched changes nothing. What was told of it is taken back. NOT_FOUND as above. */
export const unwatchLicense: Verb<typeof contract.drop> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  await describe(ctx, id);
  const [gone] = await ctx.db.delete(licenseWatches).where(own(ctx, id)).returning();
  if (gone) await ctx.enqueue(takenBack({ orgId, subjects: [subjectOf.watchedLicense(id)] }));
  const before = gone ? { name: gone.name, licenseNumber: gone.licenseNumber } : null;
  await ctx.audit({ id, before, after: null });
  await publish(ctx, id);
  return { ok: true };
};

const own = ({ membership }: Ctx, id: number) =>
  and(eq(licenseWatches.orgId, membership.orgId), eq(licenseWatches.licenseId, id));

async function find({ db }: Pick<Ctx, 'db'>, id: number) {
  const [found] = await db.select().from(licenses).where(eq(licenses.id, id));
  return found?.removedAt === null ? found : undefined;
}

async function describe(ctx: Ctx, id: number) {
  const license = await find(ctx, id);
  const isWatched = (await ctx.db.$count(licenseWatches, own(ctx, id))) > 0;
  if (!isWatched && !license?.isPublic) throw notFound('License');
  return { isWatched, canWatch: license?.isPublic === true && license.orgId !== ctx.membership.orgId };
}

const publish = (ctx: Ctx, id: number) =>
  ctx.publish({ topic: 'directory-lists', kind: 'changed', id, orgIds: [ctx.membership.orgId] });

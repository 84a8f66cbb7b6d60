import { z } from 'zod';
import { Day as DayText, Instant, RowId } from '../contract/endpoint';
import { addDays, type Day, dayOf, shortDay } from '../dates';
import { DomainError } from '../errors';
import { counted } from '../text';
import { ASK_AGAIN_DAYS } from './request';
import { SHARE_ORIGINS, SHARE_STATES, type ShareState } from './share';

const Named = z.strictObject({ id: RowId, name: z.string() });

const ShareBrand = z.strictObject({ id: RowId, name: z.string(), profileImageUri: z.string().nullable() });
const ShareLicense = z.strictObject({
  id: RowId,
  /** State and number. */
  displayName: z.string(),
  name: z.string(),
});

/** Whose side of a share its reader is on: the license’s holder shows packages, the brand’s owner sees them. */
export const SHARE_SIDES = ['HOLDER', 'OWNER'] as const;
export type ShareSide = (typeof SHARE_SIDES)[number];

/** A brand shared at a license, or asked for, as either side sees it. */
export const SharedBrand = z.strictObject({
  id: RowId,
  side: z.enum(SHARE_SIDES),
  brand: ShareBrand,
  licenseId: RowId,
  license: ShareLicense,
  holder: Named,
  /** Null while nobody has the brand. */
  owner: Named.nullable(),
  status: z.enum(SHARE_STATES),
  origin: z.enum(SHARE_ORIGINS),
  /** Whether the owner sees the packages now. */
  enabled: z.boolean(),
  /** Leads the brand’s owner to the share; null for the owner, and once it is over. */
  inviteLink: z.string().nullable(),
  /** Active packages of the brand at the license: a number and nothing more. */
  packageCountEstimate: z.number().int().nonnegative(),
  /** Who asked; named to their own organization only. */
  requestedBy: z.string().nullable(),
  requested: Instant.nullable(),
  /** When a request lapses. */
  expires: Instant.nullable(),
  /** Who shared it, or refused; named to their own organization only. */
  answeredBy: z.string().nullable(),
  answered: Instant.nullable(),
  /** The organization that ended it. */
  endedBy: z.string().nullable(),
  ended: Instant.nullable(),
  /** From which day it can be asked for again; null when nothing keeps the owner from it. */
  askAgain: DayText.nullable(),
});
export type SharedBrand = z.infer<typeof SharedBrand>;

/** An own brand, and at how many licenses of others it is shared or asked for. */
export const BrandSummary = z.strictObject({
  brand: ShareBrand,
  shared: z.number().int().nonnegative(),
  enabled: z.number().int().nonnegative(),
  requested: z.number().int().nonnegative(),
});
export type BrandSummary = z.infer<typeof BrandSummary>;

/** An own license, and how many brands of others are shared there or asked for. */
export const LicenseSummary = z.strictObject({
  license: ShareLicense,
  autoSharing: z.boolean(),
  shared: z.number().int().nonnegative(),
  enabled: z.number().int().nonnegative(),
  requested: z.number().int().nonnegative(),
});
export type LicenseSummary = z.infer<typeof LicenseSummary>;

/** What could be shared, or asked for: a brand at an own license, or an own brand at a license of others. */
export const ShareCandidate = z.strictObject({
  brand: ShareBrand,
  license: ShareLicense,
  holder: Named,
  owner: Named.nullable(),
  packageCountEstimate: z.number().int().nonnegative(),
  /** The last share or request there; null if there was none. */
  last: z.enum(SHARE_STATES).nullable(),
  /** Whether the holder ended it, so that sharing by itself leaves it alone. */
  wasEndedByHolder: z.boolean(),
  askAgain: DayText.nullable(),
});
export type ShareCandidate = z.infer<typeof ShareCandidate>;

/** What rests on a share. The holder’s items and rules are told to the holder alone. */
export const ShareUses = z.strictObject({
  packages: z.number().int().nonnegative(),
  items: z.number().int().nonnegative().nullable(),
  rules: z.number().int().nonnegative().nullable(),
  /** How many people of the owner looked within 30 days. */
  readers: z.number().int().nonnegative(),
  autoSharing: z.boolean().nullable(),
});
export type ShareUses = z.infer<typeof ShareUses>;

/** What a share’s link says to whoever opens it: theirs to see, one they can take up, or of a brand they don’t have. */
export const ShareInvite = z.strictObject({
  inviteCode: z.string(),
  brand: ShareBrand,
  holderName: z.string(),
  licenseName: z.string(),
  status: z.enum(['YOURS', 'TO_OPEN', 'UNCLAIMED', 'OTHERS', 'OWN']),
});
export type ShareInvite = z.infer<typeof ShareInvite>;

type Listed = { status: ShareState; enabled: boolean; brand: { id: number; name: string } };

/** Shares as listed: those not enabled first, then the enabled ones, then what is over, each by brand. */
export function inInviteOrder<S extends Listed>(shares: readonly S[]): S[] {
  const place = ({ status, enabled }: S) => (isStanding(status) ? Number(enabled) : 2);
  return [...shares].sort(
    (a, b) => place(a) - place(b) || a.brand.name.localeCompare(b.brand.name, 'en') || a.brand.id - b.brand.id,
  );
}

type Row = { status: ShareState; expiresAt: Date | null };

/** What a share is at an instant: a request that lapsed is expired, whatever is stored. */
export function shareStateAt({ status, expiresAt }: Row, now: Date): ShareState {
  return status === 'REQUESTED' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : status;
}

/** Whether a share or request stands, so that there can be no other of the brand at the license. */
export const isStanding = (status: ShareState): boolean => status === 'REQUESTED' || status === 'SHARED';

type Past = Row & { answeredAt: Date | null };

/** From which day a brand may be asked for again after this request; null when it may be now. */
export function askAgainDay(past: Past, timeZone: string, now: Date): Day | null {
  const state = shareStateAt(past, now);
  const from = state === 'REFUSED' ? past.answeredAt : state === 'EXPIRED' ? past.expiresAt : null;
  if (from === null) return null;
  const day = addDays(dayOf(from, timeZone), ASK_AGAIN_DAYS);
  return dayOf(now, timeZone) >= day ? null : day;
}

type Asked = Past & { brandName: string; timeZone: string; now: Date };

/** Raises CONFLICT with the day from which the owner may ask again, if that is still to come. */
export function assertMayAskAgain({ brandName, timeZone, now, ...past }: Asked): void {
  const day = askAgainDay(past, timeZone, now);
  if (day === null) return;
  const became = shareStateAt(past, now) === 'REFUSED' ? 'was refused' : 'wasn’t answered';
  throw new DomainError(
    'CONFLICT',
    `Your request for ${brandName} ${became}. You can ask again from ${shortDay(day)}.`,
  );
}

const SAID: Record<ShareState, string> = {
  REQUESTED: 'Requested',
  SHARED: 'Shared',
  REFUSED: 'Refused',
  RESCINDED: 'Withdrawn',
  EXPIRED: 'Lapsed',
  ENDED: 'Ended',
};

/** What a share is, in a word or two. */
export const shareStanding = ({ status, enabled }: Pick<SharedBrand, 'status' | 'enabled'>): string =>
  status === 'SHARED' && !enabled ? 'Disabled' : SAID[status];

/** What ending a share does, and what stays. */
export function endingSays(uses: ShareUses, { side, brand, owner, holder }: SharedBrand): string[] {
  const who = side === 'HOLDER' ? (owner?.name ?? 'The brand’s owner') : 'Your organization';
  const whose = side === 'HOLDER' ? 'your license' : `${holder.name}’s license`;
  const kept = [
    uses.items === null ? '' : counted(uses.items, 'item'),
    uses.rules === null || uses.rules === 0 ? '' : counted(uses.rules, 'assignment rule'),
  ].filter(Boolean);
  return [
    uses.packages === 0
      ? `${who} no longer sees packages of ${brand.name} at ${whose}.`
      : `${who} no longer sees ${counted(uses.packages, 'package')} of ${brand.name} at ${whose}.`,
    ...(uses.readers > 0 && side === 'HOLDER'
      ? [`${counted(uses.readers, 'person', 'people')} there looked within 30 days.`]
      : []),
    ...(kept.length > 0
      ? [`Still assigned to ${brand.name}: ${kept.join(' and ')}. Orders and deals stay as they are.`]
      : []),
    ...(uses.autoSharing ? ['The license shares brands by itself, but not this one anymore.'] : []),
    'Files that were exported stay where they are.',
  ];
}

/** The brands a license begins with when it shares by itself, and those that stay as the holder left them. */
export function sharedFromNow<C extends Pick<ShareCandidate, 'wasEndedByHolder'>>(found: readonly C[]) {
  const [left = [], shared = []] = [true, false].map((ended) => found.filter((one) => one.wasEndedByHolder === ended));
  return { shared, left };
}

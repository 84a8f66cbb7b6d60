import { z } from 'zod';
import {
  ACCESS_LEVELS,
  FEATURE_IDS,
  FEATURES,
  type FeatureMap,
  FeatureMapSchema,
  hasPermission,
} from '../access/features';
import { EnteredInstant, Id, Instant, RowId, Version } from '../contract/endpoint';
import { counted, lineOfText, listed } from '../text';

const DAY_MS = 86_400_000;
/** How long a key is good for unless its maker says otherwise, and at most, in days. */
export const USUAL_KEY_DAYS = 90;
export const MOST_KEY_DAYS = 366;
/** So many days before a key expires its maker is told, unless it was made for no longer. */
export const EXPIRY_TOLD_DAYS = 7;
/** How long the key before stays good after a rotation, at most. */
export const MOST_OVERLAP_HOURS = 24;
/** Keys of an organization that aren't revoked, at most. */
export const MOST_KEYS = 100;
/** After so many days of use fewer permissions are proposed; unused for so many, a permission is marked. */
export const LEARNING_DAYS = 7;
export const UNUSED_DAYS = 30;

const Limits = z.array(Id).max(200, 'Choose at most 200').default([]);

/** What somebody says of a key. */
export const KeyDraft = z.object({
  name: lineOfText().min(1, 'Name is required').max(60, 'Must be 60 characters or fewer'),
  features: FeatureMapSchema,
  /** What it is limited to; none is all that its maker sees. */
  companyIds: Limits,
  licenseIds: Limits,
  brandIds: Limits,
  /** Addresses and ranges it may be used from; none is anywhere. */
  addresses: z.array(lineOfText().max(50)).max(50, 'Enter at most 50').default([]),
  expiresAt: EnteredInstant,
  /** Whether its use is watched, to propose fewer permissions. */
  learning: z.boolean().default(false),
});
export type KeyDraft = z.infer<typeof KeyDraft>;

export const KeyEdit = KeyDraft.extend({ version: Version });

export const KEY_STATES = {
  ACTIVE: 'Active',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
  PAUSED: 'Maker left',
} as const;
export type KeyState = keyof typeof KEY_STATES;
const KeyStateSchema = z.enum(Object.keys(KEY_STATES) as [KeyState, ...KeyState[]]);

/** A key as people see it: never its secret. */
export const ApiKey = z.strictObject({
  id: RowId,
  name: z.string(),
  /** How it begins, and its last four characters. */
  prefix: z.string(),
  ending: z.string(),
  state: KeyStateSchema,
  maker: z.strictObject({ id: z.uuid(), name: z.string() }),
  /** Whether the reader made it, who alone can change it. */
  isOwn: z.boolean(),
  features: FeatureMapSchema,
  companyIds: z.array(RowId),
  licenseIds: z.array(RowId),
  brandIds: z.array(RowId),
  addresses: z.array(z.string()),
  created: Instant,
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  /** Until when the key before the last rotation is good too. */
  formerUntil: Instant.nullable(),
  learningSince: Instant.nullable(),
  lastUsed: z.strictObject({ at: Instant, address: z.string() }).nullable(),
  version: Version,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key just made. `secret` is the key itself: null where the request was repeated, as it is shown once. */
export const NewApiKey = ApiKey.extend({ secret: z.string().nullable() });

/** The state of a key at a time. */
export function keyState(key: { revokedAt: Date | null; expiresAt: Date; isMakerHere: boolean }, now: Date): KeyState {
  if (key.revokedAt) return 'REVOKED';
  if (key.expiresAt <= now) return 'EXPIRED';
  return key.isMakerHere ? 'ACTIVE' : 'PAUSED';
}

/** Why a key can't expire then, as a sentence; null when it can. */
export function expiryProblem(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'Must be after today';
  return expiresAt.getTime() - now.getTime() > (MOST_KEY_DAYS + 1) * DAY_MS
    ? `Must be within ${MOST_KEY_DAYS} days`
    : null;
}

/** Whether a key that still works ends within the days of which its maker is told. */
export const expiresSoon = (expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() < EXPIRY_TOLD_DAYS * DAY_MS;

/** What becomes of a key soon: 'expires within 6 days', or 'has expired'. */
export function expiryInWords(expiresAt: Date, now: Date): string {
  const days = Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS);
  if (days <= 0) return 'has expired';
  return days === 1 ? 'expires within a day' : `expires within ${counted(days, 'day')}`;
}

/** Permissions in words: 'Products (read and write), Packages (read)'. */
export function featuresInWords(features: FeatureMap): string {
  const held = FEATURE_IDS.flatMap((feature) => {
    const levels = ACCESS_LEVELS.filter((level) => hasPermission(features, { feature, level }));
    return levels.length > 0 ? [`${FEATURES[feature].name} (${listed(levels)})`] : [];
  });
  return held.length > 0 ? held.join(', ') : 'None';
}

/** Who made a change, where an API key did it for them. */
export const byKey = (person: string, keyName: string | null): string =>
  keyName === null ? person : `API key “${keyName}” of ${person || 'a deleted account'}`;

/** Addresses as people list them: apart by lines, blanks or commas. */
export const typedAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

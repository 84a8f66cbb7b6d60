import { z } from 'zod';

/** What may be measured of how somebody works with the app, each including those before it. */
export const USAGE_LEVELS = ['OFF', 'EVENTS', 'RECORDINGS'] as const;
export const UsageLevelSchema = z.enum(USAGE_LEVELS);
export type UsageLevel = z.infer<typeof UsageLevelSchema>;

export const USAGE_LABELS: Readonly<Record<UsageLevel, string>> = {
  OFF: 'Nothing',
  EVENTS: 'Screens, actions, errors and loading times',
  RECORDINGS: 'Masked recordings of the screen as well',
};

/** What both agreed to: nothing without either. */
export function agreedLevel(person: UsageLevel, organization: UsageLevel | null): UsageLevel {
  const least = Math.min(USAGE_LEVELS.indexOf(person), USAGE_LEVELS.indexOf(organization ?? 'OFF'));
  return USAGE_LEVELS[least] ?? 'OFF';
}

/** Whether an agreement covers what needs this level. */
export const allows = (agreed: UsageLevel, needed: UsageLevel): boolean =>
  USAGE_LEVELS.indexOf(agreed) >= USAGE_LEVELS.indexOf(needed);

/** What a browser says with every request of a person who doesn't want to be tracked: each is `1` then. */
export const NO_TRACKING_HEADERS = ['dnt', 'sec-gpc'] as const;

/** Why nothing is measured in a browser that asks for that, whatever was agreed to. */
export const BROWSER_REFUSES =
  'This browser asks sites not to track you (“Do Not Track” or “Global Privacy Control”), so nothing is measured or recorded in it.';

/** What a person and their organization agreed to. */
export const UsageState = z.strictObject({
  person: UsageLevelSchema,
  /** Null without an organization. */
  organization: UsageLevelSchema.nullable(),
  /** What both agreed to. */
  agreed: UsageLevelSchema,
});
export type UsageState = z.infer<typeof UsageState>;

import { z } from 'zod';
import { PLAN_TYPES, type PlanType } from './vocabulary';

/** Paid features by slug, each with the lowest plan that includes it. */
export const PAID_FEATURES = {
  'tracking-sync': { name: 'Tracking system sync', from: 'PAYG' },
  'csv-export': { name: 'CSV export', from: 'STARTER' },
  'saved-searches': { name: 'Saved searches', from: 'STARTER' },
  'price-schedules': { name: 'Price schedules', from: 'STARTER' },
  'order-reports': { name: 'Order reports', from: 'BASIC' },
  accounting: { name: 'Accounting', from: 'BASIC' },
  'marketplace-sync': { name: 'Wholesale marketplace sync', from: 'BASIC' },
  'partner-network': { name: 'Partner network', from: 'BASIC' },
  'pivot-report': { name: 'Pivot report', from: 'ENTERPRISE' },
} as const satisfies Record<string, { name: string; from: PlanType }>;

export type PaidFeatureSlug = keyof typeof PAID_FEATURES;
export const PAID_FEATURE_SLUGS = Object.keys(PAID_FEATURES) as [PaidFeatureSlug, ...PaidFeatureSlug[]];
export const PaidFeatureSlugSchema = z.enum(PAID_FEATURE_SLUGS);

/** Whether a plan includes a paid feature; a higher plan includes everything in the lower ones. */
export function planAllows(plan: PlanType, slug: PaidFeatureSlug): boolean {
  return PLAN_TYPES.indexOf(plan) >= PLAN_TYPES.indexOf(PAID_FEATURES[slug].from);
}

/** The lowest plan that includes a paid feature. */
export function cheapestPlanFor(slug: PaidFeatureSlug): PlanType {
  return PAID_FEATURES[slug].from;
}

/** Every paid feature of a plan. */
export function paidFeaturesOf(plan: PlanType): PaidFeatureSlug[] {
  return PAID_FEATURE_SLUGS.filter((slug) => planAllows(plan, slug));
}

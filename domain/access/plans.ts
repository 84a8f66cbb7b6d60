import { z } from 'zod';
import { PLAN_TYPES, type PlanType } from '../organization/vocabulary';

/** What a plan has to hold, by the slug it is asked for, with the least plan that holds it. */
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

/** Whether a plan holds a paid feature; a greater plan holds all that a lesser one does. */
export function planAllows(plan: PlanType, slug: PaidFeatureSlug): boolean {
  return PLAN_TYPES.indexOf(plan) >= PLAN_TYPES.indexOf(PAID_FEATURES[slug].from);
}

/** The least plan that holds a paid feature. */
export function cheapestPlanFor(slug: PaidFeatureSlug): PlanType {
  return PAID_FEATURES[slug].from;
}

/** All a plan holds. */
export function paidFeaturesOf(plan: PlanType): PaidFeatureSlug[] {
  return PAID_FEATURE_SLUGS.filter((slug) => planAllows(plan, slug));
}

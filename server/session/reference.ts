import { eq } from 'drizzle-orm';
import { APPS, FEATURE_DEPENDENCIES, FEATURE_IDS, FEATURES } from '../../domain/access/features';
import { COMPANY_TYPES } from '../../domain/access/vocabulary';
import { US_STATES } from '../../domain/organization/us-states';
import type { reference } from '../../domain/session/contract';
import type { Db } from '../db/client';
import { siteFlags } from '../db/schema';
import type { Verb } from '../implement';

export const listSiteFlags: Verb<typeof reference.siteFlags> = ({ db }) => enabledFlags(db);

/** The site-wide notices to show now. */
export const enabledFlags = (db: Db) =>
  db
    .select({ slug: siteFlags.slug, description: siteFlags.description })
    .from(siteFlags)
    .where(eq(siteFlags.enabled, true));

export const listUsStates: Verb<typeof reference.usStates> = async () => [...US_STATES];

export const listLicenseTypes: Verb<typeof reference.licenseTypes> = async () =>
  Object.entries(COMPANY_TYPES).map(([id, { label }]) => ({ id, displayName: label }));

export const listFeatures: Verb<typeof reference.features> = async () =>
  FEATURE_IDS.map((id) => ({ id, ...FEATURES[id], appOrder: APPS.indexOf(FEATURES[id].app) + 1 }));

export const listFeatureDependencies: Verb<typeof reference.featureDependencies> = async () =>
  FEATURE_DEPENDENCIES.map(({ feature, level, anyOf }) => ({ feature, level, anyOf: [...anyOf] }));

import {
  ACCESS_LEVELS,
  type AccessLevel,
  APPS,
  applyDependencies,
  FEATURE_IDS,
  FEATURES,
  type FeatureId,
  type FeatureMap,
  hasPermission,
  isInPerson,
} from '../../../../domain/access/features';

type Box = `${FeatureId}:${AccessLevel}`;
/** A form's checkboxes. */
export type FeatureBoxes = Record<Box, boolean>;
const boxOf = (feature: FeatureId, level: AccessLevel): Box => `${feature}:${level}`;
const LEVELS = { read: 'View', write: 'Edit' } as const;

const OFFERED = FEATURE_IDS.filter((id) => !isInPerson(id));

/** The checkboxes of permissions. */
export const boxesOf = (features: FeatureMap) =>
  Object.fromEntries(
    OFFERED.flatMap((feature) =>
      ACCESS_LEVELS.map((level) => [boxOf(feature, level), hasPermission(features, { feature, level })]),
    ),
  ) as FeatureBoxes;

/** The permissions of checkboxes, with those they depend on. */
export function featuresOf(boxes: FeatureBoxes): FeatureMap {
  let features: FeatureMap = {};
  for (const feature of OFFERED)
    for (const level of ACCESS_LEVELS)
      if (boxes[boxOf(feature, level)]) ({ features } = applyDependencies(features, { feature, level, granted: true }));
  return features;
}

/** The rows of the matrix. What neither the reader nor the key has can't be ticked. */
export const featureGroups = (own: FeatureMap, before: FeatureMap) =>
  APPS.map((app) => ({
    name: app,
    rows: OFFERED.filter((id) => FEATURES[id].app === app)
      .sort((a, b) => FEATURES[a].order - FEATURES[b].order)
      .map((feature) => ({
        key: feature,
        label: FEATURES[feature].name,
        boxes: ACCESS_LEVELS.map((level) => {
          const permission = { feature, level };
          const isTheirs = hasPermission(own, permission) || hasPermission(before, permission);
          return {
            name: boxOf(feature, level),
            label: `${FEATURES[feature].name}: ${LEVELS[level]}`,
            fixed: isTheirs ? null : `You don’t have ${level} access to this yourself.`,
          };
        }),
      })),
  })).filter(({ rows }) => rows.length > 0);

export const MATRIX_COLUMNS = ['Permission', LEVELS.read, LEVELS.write] as const;

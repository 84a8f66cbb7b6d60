import {
  ACCESS_LEVELS,
  type AccessLevel,
  APPS,
  type App,
  applyDependencies,
  FEATURE_IDS,
  FEATURES,
  type FeatureId,
  type FeatureMap,
  hasPermission,
  type PermissionChange,
} from '../../../../../domain/access/features';
import { finds } from '../../../../../domain/search-text';

/** An app's permissions, in display order. */
export type Area = { app: App; features: readonly FeatureId[]; isWhole: boolean };

const AREAS = APPS.map((app) => ({
  app,
  features: FEATURE_IDS.filter((id) => FEATURES[id].app === app).sort((a, b) => FEATURES[a].order - FEATURES[b].order),
}));

/** Areas in display order, with permissions whose name, description or app contains every word of the search. */
export function areasMatching(search: string): Area[] {
  const isWanted = finds(search);
  return AREAS.map(({ app, features: all }) => {
    const features = all.filter((id) => isWanted(app, FEATURES[id].name, FEATURES[id].description));
    return { app, features, isWhole: features.length === all.length };
  }).filter(({ features }) => features.length > 0);
}

/** Whether all, some or none of the features have this level. */
export function checkStateOf(
  map: FeatureMap,
  features: readonly FeatureId[],
  level: AccessLevel,
): 'all' | 'some' | 'none' {
  const held = features.filter((feature) => hasPermission(map, { feature, level })).length;
  if (held === 0) return 'none';
  return held === features.length ? 'all' : 'some';
}

/** Applies several changes with their consequences; `lacking` as in `applyDependencies`. */
export function applyAll(
  map: FeatureMap,
  changes: readonly PermissionChange[],
  lacking: readonly FeatureId[],
): { features: FeatureMap; alsoChanged: PermissionChange[] } {
  const features = changes.reduce((so, change) => applyDependencies(so, change, lacking).features, map);
  const isAsked = ({ feature, level }: PermissionChange) =>
    changes.some((change) => change.feature === feature && change.level === level);
  return { features, alsoChanged: changesBetween(map, features).filter((change) => !isAsked(change)) };
}

/** The difference between two maps, in display order. */
export function changesBetween(before: FeatureMap, after: FeatureMap): PermissionChange[] {
  return AREAS.flatMap(({ features }) => features).flatMap((feature) =>
    ACCESS_LEVELS.filter(
      (level) => hasPermission(before, { feature, level }) !== hasPermission(after, { feature, level }),
    ).map((level) => ({ feature, level, granted: hasPermission(after, { feature, level }) })),
  );
}

/** 'Customers (read and write), Packages (read)'. */
export function nameChanges(changes: readonly PermissionChange[]): string {
  return [...new Set(changes.map(({ feature }) => feature))]
    .map((id) => {
      const levels = changes.filter(({ feature }) => feature === id).map(({ level }) => level);
      return `${FEATURES[id].name} (${levels.join(' and ')})`;
    })
    .join(', ');
}

/** What a change caused besides itself, and why; null if nothing. */
export function describeConsequences(
  asked: readonly PermissionChange[],
  also: readonly PermissionChange[],
): string | null {
  const [first] = asked;
  if (!first || also.length === 0) return null;
  const cause = asked.length === 1 ? nameChanges(asked) : `what you ${first.granted ? 'granted' : 'removed'}`;
  const isOne = also.length === 1;
  return first.granted
    ? `Also granted: ${nameChanges(also)}, because ${cause} needs ${isOne ? 'it' : 'them'}.`
    : `Also removed: ${nameChanges(also)}, because ${isOne ? 'it needs' : 'they need'} ${cause}.`;
}

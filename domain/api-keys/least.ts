import type { Requirement } from '../access/ability';
import {
  ACCESS_LEVELS,
  FEATURE_DEPENDENCIES,
  FEATURE_IDS,
  type FeatureMap,
  hasPermission,
  type Permission,
} from '../access/features';

/** The permissions of a key's that a call may have used: of several that would do, all the key has. */
function usedBy(requirement: Requirement, held: FeatureMap): Permission[] {
  switch (requirement.kind) {
    case 'feature': {
      const { feature, level } = requirement;
      return hasPermission(held, requirement) ? [{ feature, level }] : [];
    }
    case 'any-of':
      return requirement.requirements.flatMap((one) => usedBy(one, held));
    case 'on-plan':
      return usedBy(requirement.requirement, held);
    default:
      return [];
  }
}

/** The permissions a key used for calls that require this, with those they depend on. */
export function usedFeatures(requirements: readonly Requirement[], held: FeatureMap): FeatureMap {
  const used: FeatureMap = {};
  const queue = requirements.flatMap((requirement) => usedBy(requirement, held));
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    if (hasPermission(used, one)) continue;
    used[one.feature] = { read: false, write: false, ...used[one.feature], [one.level]: true };
    const rows = FEATURE_DEPENDENCIES.filter(({ feature, level }) => feature === one?.feature && level === one.level);
    queue.push(...rows.flatMap(({ anyOf }) => anyOf.filter((other) => hasPermission(held, other))));
  }
  return used;
}

/** The permissions a key has beyond others. */
export function beyond(held: FeatureMap, used: FeatureMap): Permission[] {
  return FEATURE_IDS.flatMap((feature) =>
    ACCESS_LEVELS.map((level) => ({ feature, level })).filter(
      (one) => hasPermission(held, one) && !hasPermission(used, one),
    ),
  );
}

import { useAbility } from '@casl/react';
import { useMemo } from 'react';
import { type AppAbility, type Requirement, whyNot, withoutPlan } from '../../domain/access/ability';
import type { AccessLevel, FeatureId } from '../../domain/access/features';
import type { PaidFeatureSlug } from '../../domain/access/plans';

export type Access = {
  /** Whether the person may: role, flags and plan included. */
  can: (requirement: Requirement) => boolean;
  /** One permission, straight from the ability: fast enough for every row. */
  holds: (level: AccessLevel, feature: FeatureId) => boolean;
  /** Why not, in a sentence that says who can grant it; null when allowed. */
  whyNot: (requirement: Requirement) => string | null;
  /** The paid feature missing from the plan when the role would be enough; otherwise null. */
  lacksPlan: (requirement: Requirement) => PaidFeatureSlug | null;
};

/** What the signed-in person may do; updates live with their role. */
export function useCan(): Access {
  const ability = useAbility<AppAbility>();
  return useMemo(
    () => ({
      can: (requirement) => whyNot(ability, requirement) === null,
      holds: (level, feature) => ability.can(level, feature),
      whyNot: (requirement) => whyNot(ability, requirement),
      lacksPlan: (requirement) =>
        requirement.kind === 'on-plan' &&
        whyNot(ability, requirement) !== null &&
        whyNot(ability, withoutPlan(requirement)) === null
          ? requirement.slug
          : null,
    }),
    [ability],
  );
}

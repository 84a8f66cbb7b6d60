import { useAbility } from '@casl/react';
import { useMemo } from 'react';
import { type AppAbility, type Requirement, whyNot, withoutPlan } from '../../domain/access/ability';
import type { AccessLevel, FeatureId } from '../../domain/access/features';
import type { PaidFeatureSlug } from '../../domain/access/plans';

export type Access = {
  /** Whether the person may, by role, flag, plan and all. */
  can: (requirement: Requirement) => boolean;
  /** One permission, straight from the ability: cheap enough for every row. */
  holds: (level: AccessLevel, feature: FeatureId) => boolean;
  /** Why not, in a sentence that also says who can grant it; null when they may. */
  whyNot: (requirement: Requirement) => string | null;
  /** The paid feature that alone stands in the way: the role would do, the plan does not. Null where it is not so. */
  lacksPlan: (requirement: Requirement) => PaidFeatureSlug | null;
};

/** What the person signed in may do; follows their role at once when it changes. */
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

import { AbilityProvider, Can as CaslCan, useAbility } from '@casl/react';
import { type AccessControlProvider, type CanReturnType, useCan as useRefineCan } from '@refinedev/core';
import { type ReactNode, useMemo } from 'react';
import {
  type AppAbility,
  abilityOf,
  decidingAccess,
  type Requirement,
  whyNot,
  withoutPlan,
} from '../../domain/access/ability';
import type { AccessLevel, FeatureId } from '../../domain/access/features';
import type { PaidFeatureSlug } from '../../domain/access/plans';
import type { Manifest, Screen } from '../providers/manifest';
import { useSessionState } from '../providers/session';
import { sessionState } from '../providers/session/session-store';
import { requirementOf } from './navigation';

const NOBODY = abilityOf(null);
const abilityIn = (state: ReturnType<typeof sessionState>) => (state.status === 'signed-in' ? state.ability : NOBODY);

/** Provides the signed-in person's permissions to `Can` and `useCan`. */
export function AccessProvider({ children }: { children: ReactNode }) {
  return <AbilityProvider value={abilityIn(useSessionState())}>{children}</AbilityProvider>;
}

export type CanProps = {
  requires: Requirement;
  /** A function gets the reason. */
  otherwise?: ReactNode | ((whyNot: string) => ReactNode);
  children: ReactNode;
};

/** Renders its children if the person may, otherwise nothing or the fallback. For rows too: it asks the ability alone. */
export function Can({ requires, otherwise = null, children }: CanProps) {
  const ability = useAbility<AppAbility>();
  const [action, subject] = decidingAccess(requires, ([action, subject]) => ability.can(action, subject));
  return (
    <CaslCan<AppAbility> do={action} on={subject} passThrough>
      {({ isAllowed, reason = '' }) => {
        if (isAllowed) return children;
        return typeof otherwise === 'function' ? otherwise(reason) : otherwise;
      }}
    </CaslCan>
  );
}

export type Access = {
  ability: AppAbility;
  /** Whether the person may: role, flags and plan included. */
  can: (requirement: Requirement) => boolean;
  /** One permission, straight from the ability: fast enough for every row. */
  holds: (level: AccessLevel, feature: FeatureId) => boolean;
  /** Why not, in a sentence that says who can grant it; null when allowed. */
  whyNot: (requirement: Requirement) => string | null;
  /** The paid feature missing from the plan when the role would be enough; otherwise null. */
  lacksPlan: (requirement: Requirement) => PaidFeatureSlug | null;
};

/** What the signed-in person may do, for what isn't rendered by `Can`; updates live with their role. */
export function useCan(): Access {
  const ability = useAbility<AppAbility>();
  return useMemo(
    () => ({
      ability,
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

/**
 * Why someone acting for a person can't do something only that person may, such as accept an invitation or end a
 * session. Null for the person themselves.
 */
export function usePersonOnly(): string | null {
  const state = useSessionState();
  if (state.status !== 'signed-in' || !state.user.impersonatedBy) return null;
  const { firstName, lastName } = state.user;
  return `Only ${firstName} ${lastName} can do this. You’re acting for them.`;
}

function answer(ability: AppAbility, requirement: Requirement): CanReturnType {
  const reason = whyNot(ability, requirement);
  return reason === null ? { can: true } : { can: false, reason };
}

/**
 * Refine's access control, answered from the manifests and the ability: `resource` is a manifest's name and `action` the
 * path of one of its screens, or one of Refine's own actions.
 */
export function accessControlOf(manifests: readonly Manifest[]): AccessControlProvider {
  const required = (name: string | undefined, action: string): Requirement | undefined => {
    const named = manifests.filter((one) => one.name === name);
    for (const manifest of named) {
      const opened = manifest.screens.find(({ path }) => path === action);
      if (opened) return requirementOf(manifest, opened);
    }
    const [manifest] = named;
    if (!manifest) return undefined;
    const isRead = action === 'list' || action === 'show';
    const own = manifest.screens.find((screen) => screen.action === action);
    return own?.requires ?? (isRead ? manifest.requires : manifest.writes);
  };
  return {
    can: async ({ resource, action }) => {
      const requirement = required(resource, action);
      if (!requirement) return { can: false, reason: `"${resource}" has no "${action}"` };
      return answer(abilityIn(sessionState()), requirement);
    },
    // Not cached: answers are instant and change with the role.
    options: { queryOptions: { staleTime: 0, gcTime: 0 } },
  };
}

let abilities = 0;
const numbers = new WeakMap<AppAbility, number>();

/** Keeps what Refine was answered for one role apart from what it is answered for the next. */
function numberOf(ability: AppAbility): number {
  const number = numbers.get(ability) ?? ++abilities;
  numbers.set(ability, number);
  return number;
}

/**
 * Whether the person may open a screen, by Refine's `useCan`. It runs a query, so it is for a page, never for rows; the
 * query starts with its answer, so that nothing flashes.
 */
export function useScreenAccess(manifest: Manifest, screen: Screen): CanReturnType {
  const ability = useAbility<AppAbility>();
  const now = answer(ability, requirementOf(manifest, screen));
  const { data = now } = useRefineCan({
    resource: manifest.name,
    action: screen.path,
    params: { ability: numberOf(ability) },
    queryOptions: { initialData: now },
  });
  return data;
}

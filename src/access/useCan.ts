import { useMemo } from 'react';
import { type Actor, type Decision, decide, explain, type Requirement } from '../../domain/access/ability';
import type { AccessLevel, FeatureId } from '../../domain/access/features';
import { useSessionState } from '../providers/session';

export type Access = {
  /** Whether the person may, by role, flag, plan and all. */
  can: (requirement: Requirement) => boolean;
  /** One permission, straight from the ability: cheap enough for every row. */
  holds: (level: AccessLevel, feature: FeatureId) => boolean;
  /** Why not, in a sentence that also says who can grant it; null when they may. */
  whyNot: (requirement: Requirement) => string | null;
};

const NOBODY = (actor: Actor | null): Access => {
  const whyNot = (requirement: Requirement) => reasonOf(decide(actor, requirement));
  return { can: (requirement) => decide(actor, requirement).allowed, holds: () => false, whyNot };
};

function reasonOf(decision: Decision): string | null {
  return decision.allowed ? null : explain(decision.reason);
}

/** What the person signed in may do; follows their role at once when it changes. */
export function useCan(): Access {
  const state = useSessionState();
  return useMemo(() => {
    if (state.status !== 'signed-in') return NOBODY(null);
    const { actor, ability } = state;
    return { ...NOBODY(actor), holds: (level, feature) => ability.can(level, feature) };
  }, [state]);
}

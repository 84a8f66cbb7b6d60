import type { Requirement } from '../../domain/access/ability';
import { cheapestPlanFor, PAID_FEATURES } from '../../domain/access/plans';
import { PLAN_LABELS } from '../../domain/access/vocabulary';
import { useCan } from './useCan';

/** At the top of a form whose saving takes a higher plan: says so before anything is filled in. */
export function PlanNote({ requires }: { requires: Requirement }) {
  const slug = useCan().lacksPlan(requires);
  if (slug === null) return null;
  return (
    <p>
      “{PAID_FEATURES[slug].name}” comes with the {PLAN_LABELS[cheapestPlanFor(slug)]} plan. You can fill this in now:
      it’s saved once you upgrade.
    </p>
  );
}

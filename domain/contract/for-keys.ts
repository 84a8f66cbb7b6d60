import type { Requirement } from '../access/ability';
import { isInPerson } from '../access/features';
import { type Endpoint, isWrite } from './endpoint';

/**
 * Whether API keys may make a call: one that asks for a permission they can have, or reads what is public, unless it is done
 * in person or declares otherwise (`byKey`). Which permission it takes is decided as for people.
 */
export function isForKeys(endpoint: Endpoint): boolean {
  if (endpoint.inPersonOnly) return false;
  if (endpoint.byKey !== undefined) return endpoint.byKey;
  if (endpoint.requires.kind === 'publicly') return !isWrite(endpoint);
  return asksForPermission(endpoint.requires);
}

function asksForPermission(requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'feature':
      return !isInPerson(requirement.feature);
    case 'any-of':
      return requirement.requirements.some(asksForPermission);
    case 'on-plan':
      return asksForPermission(requirement.requirement);
    default:
      return false;
  }
}

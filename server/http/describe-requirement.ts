import type { Requirement } from '../../domain/access/ability';

/** What a call or an event takes, in words. */
export function describeRequirement(requirement: Requirement): string {
  switch (requirement.kind) {
    case 'publicly':
      return 'nothing';
    case 'signed-in':
      return 'a signed-in person';
    case 'member':
      return 'a member of the organization';
    case 'support':
      return 'support staff';
    case 'admin':
      return 'the owner or an admin of the organization';
    case 'owner':
      return 'the owner of the organization';
    case 'feature':
      return `${requirement.level} on ${requirement.feature}`;
    case 'any-of':
      return requirement.requirements.map(describeRequirement).join(' or ');
    case 'on-plan':
      return `${describeRequirement(requirement.requirement)}, on a plan with ${requirement.slug}`;
  }
}

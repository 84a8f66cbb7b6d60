import { organization, roles as roleCalls } from '../../../domain/organization/contract';
import { team as calls, invitations as invitationCalls } from '../../../domain/organization/team-contract';
import { resourceOf } from '../../providers/resource';

/** The people of the organization, invited ones too. */
export const team = resourceOf({
  name: 'team',
  topics: ['access', 'organization'],
  list: organization.users,
  create: calls.invite,
  update: calls.update,
  remove: calls.remove,
  changedBy: [calls.transferOwnership, calls.resendInvitation, calls.resetInviteLink, roleCalls.update],
});

/** Open invitations to one's own address. */
export const invitations = resourceOf({ name: 'invitations', topics: ['access'], list: invitationCalls.mine });

/** What an invitation is for, by the code of its link, to whoever holds that; asked so seldom that no news has it read again. */
export const invitationLinks = resourceOf({ name: 'invitation-links', one: invitationCalls.byCode });

/** Who of the organization can sell. */
export const salesReps = resourceOf({ name: 'sales-reps', list: organization.salesReps });

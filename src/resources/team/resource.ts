import { organization, roles as roleCalls } from '../../../domain/organization/contract';
import { team as calls } from '../../../domain/organization/team-contract';
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

import { organization } from '../../../domain/organization/contract';
import { team as calls } from '../../../domain/team/contract';
import { invitations as invitationCalls } from '../../../domain/team/invitation-contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's people, including invited ones. */
export const team = resourceOf({
  name: 'team',
  topics: ['access', 'organization', 'unsent-emails'],
  list: organization.users,
  create: calls.invite,
  update: calls.update,
  remove: calls.remove,
});

/** Open invitations sent to the person's email. */
export const invitations = resourceOf({ name: 'invitations', topics: ['invitations'], list: invitationCalls.mine });

/** An invitation by its link's code; read so rarely that live events don't refetch it. */
export const invitationLinks = resourceOf({ name: 'invitation-links', one: invitationCalls.byCode });

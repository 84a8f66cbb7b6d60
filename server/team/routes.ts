import { invitations, team } from '../../domain/organization/team-contract';
import { implement } from '../http/implement';
import { acceptInvitation, acceptInviteCode } from './accept-invitation';
import { getInvite, hasInvites, listMyInvites } from './invitations';
import { inviteOrgUser } from './invite';
import { resendInvitation, resetInviteLink } from './invite-links';
import { removeOrgUser } from './remove-org-user';
import { transferOwnership } from './transfer-ownership';
import { updateOrgUser } from './update-org-user';

export const teamRoutes = [
  implement(team)({
    invite: inviteOrgUser,
    transferOwnership,
    update: updateOrgUser,
    remove: removeOrgUser,
    resendInvitation,
    resetInviteLink,
  }),
  implement(invitations)({
    byCode: getInvite,
    mine: listMyInvites,
    hasAny: hasInvites,
    accept: acceptInvitation,
    acceptCode: acceptInviteCode,
  }),
];

import { roles } from '../../domain/organization/contract';
import { invitations, team } from '../../domain/organization/team-contract';
import { implement } from '../implement';
import { acceptInvitation, acceptInviteCode } from './accept-invitation';
import { getInvite, hasInvites, listMyInvites } from './invitations';
import { inviteOrgUser } from './invite';
import { resendInvitation, resetInviteLink } from './invite-links';
import { removeOrgUser } from './remove-org-user';
import { createRole, getRole, listRoles, removeRole, updateRole } from './roles';
import { transferOwnership } from './transfer-ownership';
import { updateOrgUser } from './update-org-user';

export const teamRoutes = [
  implement(roles)({ list: listRoles, get: getRole, create: createRole, update: updateRole, remove: removeRole }),
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

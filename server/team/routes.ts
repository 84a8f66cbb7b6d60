import { team } from '../../domain/team/contract';
import { teamImports } from '../../domain/team/import-contract';
import { invitations } from '../../domain/team/invitation-contract';
import { roles } from '../../domain/team/roles-contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { acceptInvitation, acceptInviteCode } from './accept-invitation';
import { bulkOrgUsers } from './bulk-org-users';
import { countDependents } from './count-dependents';
import { applyInvites, previewInvites } from './import-invites';
import { inviteOrgUser } from './invite';
import { resendInvitation, resetInviteLink } from './invite-links';
import { countMyInvites, getInvite, hasInvites, listMyInvites } from './list-invitations';
import { removeOrgUser } from './remove-org-user';
import { createRole, getRole, listRoles, removeRole, updateRole } from './roles';
import { transferOwnership } from './transfer-ownership';
import { updateOrgUser } from './update-org-user';

export const teamRoutes = [
  implement(roles)({ list: listRoles, get: getRole, create: createRole, update: updateRole, remove: removeRole }),
  implement(team)({
    invite: inviteOrgUser,
    bulk: startBulkAct(bulkOrgUsers),
    transferOwnership,
    update: updateOrgUser,
    dependents: countDependents,
    remove: removeOrgUser,
    resendInvitation,
    resetInviteLink,
  }),
  implement(teamImports)({ preview: previewInvites, apply: applyInvites }),
  implement(invitations)({
    byCode: getInvite,
    mine: listMyInvites,
    hasAny: hasInvites,
    waiting: countMyInvites,
    accept: acceptInvitation,
    acceptCode: acceptInviteCode,
  }),
];

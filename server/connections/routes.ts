import { blockedUsers, connections } from '../../domain/connections/contract';
import { implement } from '../implement';
import { blockUser, listBlockedUsers, unblockUser } from './blocks';
import { answerInvite, invitePerson, removeConnection, startChat } from './connect';
import { acceptConnectionInvite, getConnectionInvite, getConnectionLink, sendConnectionLink } from './link';
import { getPersonCard, listConnections } from './read-connections';

export const connectionRoutes = [
  implement(connections)({
    list: listConnections,
    invite: invitePerson,
    answer: answerInvite,
    remove: removeConnection,
    startChat,
    link: getConnectionLink,
    sendLink: sendConnectionLink,
    byCode: getConnectionInvite,
    acceptCode: acceptConnectionInvite,
    card: getPersonCard,
  }),
  implement(blockedUsers)({ list: listBlockedUsers, block: blockUser, unblock: unblockUser }),
];

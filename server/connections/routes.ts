import { connections } from '../../domain/connections/contract';
import { implement } from '../implement';
import { answerInvite, invitePerson, removeConnection } from './connect';
import { acceptConnectionInvite, getConnectionInvite, getConnectionLink, sendConnectionLink } from './link';
import { getPersonCard, listConnections } from './read-connections';

export const connectionRoutes = [
  implement(connections)({
    list: listConnections,
    invite: invitePerson,
    answer: answerInvite,
    remove: removeConnection,
    link: getConnectionLink,
    sendLink: sendConnectionLink,
    byCode: getConnectionInvite,
    acceptCode: acceptConnectionInvite,
    card: getPersonCard,
  }),
];

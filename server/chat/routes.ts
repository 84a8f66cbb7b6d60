import { chat } from '../../domain/chat/contract';
import { implement } from '../http/implement';
import { createChannel } from './create-channel';
import { updateChannel } from './update-channel';
import { countUnread, deleteMessage, getToken, listChannels } from './verbs';

export const chatRoutes = [
  implement(chat)({
    channels: listChannels,
    create: createChannel,
    update: updateChannel,
    deleteMessage,
    token: getToken,
    unread: countUnread,
  }),
];

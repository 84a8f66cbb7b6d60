import { chat } from '../../domain/chat/contract';
import { implement } from '../implement';
import { createChannel } from './create-channel';
import { deleteMessage } from './delete-message';
import { listChannels } from './list-channels';
import { listMentionable } from './mentions/list-mentionable';
import { getToken } from './reading';
import { updateChannel } from './update-channel';

export const chatRoutes = [
  implement(chat)({
    channels: listChannels,
    create: createChannel,
    update: updateChannel,
    mentionable: listMentionable,
    deleteMessage,
    token: getToken,
  }),
];

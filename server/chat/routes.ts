import { chat } from '../../domain/chat/contract';
import { chatExports } from '../../domain/chat/export-contract';
import { implement } from '../implement';
import { createChannel } from './create-channel';
import { deleteMessage } from './delete-message';
import { downloadExport, listExports, requestExport } from './export/exports';
import { hiddenPresence } from './hidden-presence';
import { listChannels } from './list-channels';
import { getToken } from './reading';
import { updateChannel } from './update-channel';

export const chatRoutes = [
  implement(chat)({
    channels: listChannels,
    create: createChannel,
    update: updateChannel,
    deleteMessage,
    token: getToken,
    hiddenPresence,
  }),
  implement(chatExports)({ list: listExports, request: requestExport, download: downloadExport }),
];

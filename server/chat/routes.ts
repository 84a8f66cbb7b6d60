import { chat } from '../../domain/chat/contract';
import { chatExports } from '../../domain/chat/export-contract';
import { channelInvites, orgChannels } from '../../domain/chat/network-contract';
import { implement } from '../implement';
import { createChannel } from './create-channel';
import { deleteMessage } from './delete-message';
import { downloadExport, listExports, requestExport } from './export/exports';
import { listInvites, sendInvite, updateInvite } from './invites';
import { listChannels } from './list-channels';
import { listMentionable } from './mentions/list-mentionable';
import { getToken } from './reading';
import { updateChannel } from './update-channel';
import { joinChannel, leaveChannel, listOrgChannels, updateOrgChannel } from './update-org-channel';

export const chatRoutes = [
  implement(orgChannels)({
    list: listOrgChannels,
    update: updateOrgChannel,
    join: joinChannel,
    leave: leaveChannel,
  }),
  implement(channelInvites)({ list: listInvites, send: sendInvite, update: updateInvite }),
  implement(chat)({
    channels: listChannels,
    create: createChannel,
    update: updateChannel,
    mentionable: listMentionable,
    deleteMessage,
    token: getToken,
  }),
  implement(chatExports)({ list: listExports, request: requestExport, download: downloadExport }),
];

import type { Channel as LiveChannel, LocalMessage, MessageResponse, StreamChat } from 'stream-chat';
import { Channel, Chat, MessageComposer, MessageList, Streami18n, Window, WithComponents } from 'stream-chat-react';
import { HISTORY_PAGE } from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { call } from '../providers/call';
import { reportError } from '../providers/snackbar';
import { useShownMode } from '../shell/useShownMode';
import './kit.css';

const english = new Streami18n({ language: 'en' });
const ACTS = ['edit', 'delete', 'quote', 'react', 'markUnread'];
const Nothing = () => null;
/** No files, recordings or polls are kept. */
const PARTS = { AttachmentSelector: Nothing, AdditionalMessageComposerActions: Nothing };

type Props = { client: StreamChat; live: LiveChannel; name: string };

/** Messages and the field to write one, drawn by the chat's interface library. Loads only with the chat. */
export function Conversation({ client, live, name }: Props) {
  const mode = useShownMode();
  return (
    <Chat client={client} i18nInstance={english} theme={`str-chat__theme-${mode}`}>
      <WithComponents overrides={PARTS}>
        <Channel channel={live} doDeleteMessageRequest={deleteMessage}>
          <Window>
            <MessageList messageActions={ACTS} messageLimit={HISTORY_PAGE} />
            <MessageComposer
              audioRecordingEnabled={false}
              preventClearingOnUnmount
              additionalTextareaProps={{ placeholder: `Write to ${name}`, 'aria-label': `Write to ${name}` }}
            />
          </Window>
        </Channel>
      </WithComponents>
    </Chat>
  );
}

/** Through the platform, which decides who may. */
async function deleteMessage(message: LocalMessage): Promise<MessageResponse> {
  try {
    await call(chat.deleteMessage, { params: { messageId: message.id } });
  } catch (error) {
    reportError(error);
    throw error;
  }
  return { ...message, type: 'deleted', deleted_at: new Date().toISOString() } as unknown as MessageResponse;
}

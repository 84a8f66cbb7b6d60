import { useId } from 'react';
import type { Channel as LiveChannel, LocalMessage, MessageResponse, StreamChat } from 'stream-chat';
import {
  Channel,
  Chat,
  ContextMenu,
  type ContextMenuProps,
  defaultMessageActionSet,
  MessageActions,
  MessageComposer,
  MessageList,
  Streami18n,
  Window,
  WithComponents,
} from 'stream-chat-react';
import { HISTORY_PAGE } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { call } from '../../providers/call';
import { reportError } from '../../providers/snackbar';
import { useShownMode } from '../../ui/theme/useShownMode';
import { ReactAction } from './ReactAction';
import { ReactionsDetail } from './ReactionsDetail';
import { useDraft } from './useDraft';
import { useFieldFocus } from './useFieldFocus';
import './kit.css';
import css from './Conversation.module.css';

const english = new Streami18n({
  language: 'en',
  translationsForLanguage: { 'timestamp/MessageTimestamp': '{{ timestamp | timestampFormatter(format: h:mm A) }}' },
});
/** The library's actions a team needs; channel settings and permissions may leave fewer. */
const OFFERED = new Set(['copyMessageText', 'delete', 'edit', 'markUnread', 'quote', 'resendMessage']);
const ACTS = defaultMessageActionSet.flatMap((act) => {
  if (!('type' in act) || OFFERED.has(act.type)) return [act];
  return act.type === 'react' && act.placement === 'quick' ? [{ ...act, Component: ReactAction }] : [];
});
const Nothing = () => null;
/** Files, recordings and polls aren't supported. */
const PARTS = {
  AttachmentSelector: Nothing,
  AdditionalMessageComposerActions: Nothing,
  MessageReactionsDetail: ReactionsDetail,
  MessageActions: () => <MessageActions messageActionSet={ACTS} />,
  // Removed instantly, so the focus moves on correctly.
  ContextMenu: (props: ContextMenuProps) => <ContextMenu {...props} closeTransitionMs={0} />,
};

type Props = { client: StreamChat; live: LiveChannel; name: string };

/** Messages and the composer, drawn by the chat's interface library. Loaded with the chat only. */
export function Conversation({ client, live, name }: Props) {
  const mode = useShownMode();
  const { box, focusField } = useFieldFocus(live);
  useDraft(live);
  const labelId = useId();
  const remove = async (message: LocalMessage) => {
    const removed = await deleteMessage(message);
    focusField();
    return removed;
  };
  return (
    <div className={css.conversation} ref={box}>
      <span id={labelId} hidden>
        Message {name}
      </span>
      <Chat client={client} i18nInstance={english} theme={`str-chat__theme-${mode}`}>
        <WithComponents overrides={PARTS}>
          <Channel channel={live} doDeleteMessageRequest={remove}>
            <Window>
              <MessageList messageLimit={HISTORY_PAGE} />
              <MessageComposer
                audioRecordingEnabled={false}
                preventClearingOnUnmount
                additionalTextareaProps={{ placeholder: `Message ${name}`, 'aria-labelledby': labelId }}
              />
            </Window>
          </Channel>
        </WithComponents>
      </Chat>
    </div>
  );
}

/** Through the platform, which checks permissions. */
async function deleteMessage(message: LocalMessage): Promise<MessageResponse> {
  try {
    await call(chat.deleteMessage, { params: { messageId: message.id } });
  } catch (error) {
    reportError(error);
    throw error;
  }
  return { ...message, type: 'deleted', deleted_at: new Date().toISOString() } as unknown as MessageResponse;
}

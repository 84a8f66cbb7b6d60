import { lazy, Suspense, useId, useRef } from 'react';
import type { Channel as LiveChannel, LocalMessage, MessageResponse, StreamChat } from 'stream-chat';
import {
  Channel,
  Chat,
  ContextMenu,
  type ContextMenuProps,
  DialogAnchor,
  defaultMessageActionSet,
  IconEmoji,
  type MessageActionSetItem,
  MessageActions,
  MessageComposer,
  MessageList,
  MessageReactionsDetail,
  type MessageReactionsDetailProps,
  QuickMessageActionsButton,
  ReactionSelector,
  Streami18n,
  useDialogIsOpen,
  useDialogOnNearestManager,
  useMessageContext,
  Window,
  WithComponents,
} from 'stream-chat-react';
import { HISTORY_PAGE, type ShownChannel } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { refusalToWrite } from '../../../domain/chat/rules';
import { call } from '../../providers/call';
import { reportError } from '../../providers/snackbar';
import { useShownMode } from '../../ui/theme/useShownMode';
import { RecordAct } from '../records/recording';
import { sendKept } from '../unsent';
import { MessageRow, People } from './MessageRow';
import { useDraft } from './useDraft';
import { useFieldFocus } from './useFieldFocus';
import './kit.css';
import css from './Conversation.module.css';

/** Nothing of it is drawn at first. */
const MessageRecords = lazy(() =>
  import('../records/MessageRecords').then(({ MessageRecords }) => ({ default: MessageRecords })),
);

const english = new Streami18n({
  language: 'en',
  translationsForLanguage: { 'timestamp/MessageTimestamp': '{{ timestamp | timestampFormatter(format: h:mm A) }}' },
});
/** The library's actions a team needs; channel settings and permissions may leave fewer. */
const OFFERED = new Set(['copyMessageText', 'delete', 'edit', 'markUnread', 'quote', 'resendMessage']);
const ACTS = defaultMessageActionSet.flatMap((act): MessageActionSetItem[] => {
  if (!('type' in act) || OFFERED.has(act.type)) return [act];
  return act.type === 'react' && act.placement === 'quick' ? [{ ...act, Component: ReactAction }] : [];
});
ACTS.push({ type: 'addToRecord', placement: 'dropdown', Component: RecordAct });
const Nothing = () => null;
/** Files, recordings and polls aren't supported. */
const PARTS = {
  Message: MessageRow,
  AttachmentSelector: Nothing,
  AdditionalMessageComposerActions: Nothing,
  MessageReactionsDetail: ReactionsDetail,
  MessageActions: () => <MessageActions messageActionSet={ACTS} />,
  // Removed instantly, so the focus moves on correctly.
  ContextMenu: (props: ContextMenuProps) => <ContextMenu {...props} closeTransitionMs={0} />,
};

/** What somebody writes within this time of their last message is shown under it. */
const GROUPED_MS = 5 * 60_000;

type Props = { client: StreamChat; live: LiveChannel; channel: ShownChannel };

/** Messages and the composer, or why nobody can write now, drawn by the chat's interface library. Loaded with the chat only. */
export function Conversation({ client, live, channel }: Props) {
  const { name, members } = channel;
  const whyNotWrite = refusalToWrite(channel);
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
      <People.Provider value={members}>
        <Chat client={client} i18nInstance={english} theme={`str-chat__theme-${mode}`}>
          <WithComponents overrides={PARTS}>
            <Channel channel={live} doDeleteMessageRequest={remove} doSendMessageRequest={sendKept}>
              <Window>
                <MessageList
                  messageLimit={HISTORY_PAGE}
                  maxTimeBetweenGroupedMessages={GROUPED_MS}
                  hideNewMessageSeparator
                />
                {whyNotWrite === null ? (
                  <MessageComposer
                    audioRecordingEnabled={false}
                    preventClearingOnUnmount
                    additionalTextareaProps={{ placeholder: `Message ${name}`, 'aria-labelledby': labelId }}
                  />
                ) : (
                  <p className={css.frozen} role="status">
                    {whyNotWrite}
                  </p>
                )}
              </Window>
            </Channel>
          </WithComponents>
        </Chat>
      </People.Provider>
      <Suspense>
        <MessageRecords cid={channel.cid} texts={() => textsOf(live)} />
      </Suspense>
    </div>
  );
}

/** Of the messages that are loaded, newest first. */
const textsOf = (live: LiveChannel): string[] => live.state.messages.flatMap(({ text }) => text ?? []).reverse();

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

/** Opens the reactions picker like the library does, with an accessible name and focus on the first reaction. */
function ReactAction() {
  const { message } = useMessageContext();
  const button = useRef<HTMLButtonElement>(null);
  const id = ReactionSelector.getDialogId({ messageId: message.id });
  const { dialog, dialogManager } = useDialogOnNearestManager({ id });
  const isOpen = useDialogIsOpen(id, dialogManager?.id);
  return (
    <>
      <DialogAnchor
        {...(dialogManager ? { dialogManagerId: dialogManager.id } : {})}
        id={id}
        aria-label="Reactions"
        tabIndex={-1}
        offset={8}
        placement="top-end"
        referenceElement={button.current}
        trapFocus
        updatePositionOnContentResize
      >
        <ReactionSelector />
      </DialogAnchor>
      <QuickMessageActionsButton
        ref={button}
        aria-label="React"
        aria-expanded={isOpen}
        className="str-chat__message-reactions-button"
        onClick={() => dialog?.toggle()}
      >
        <IconEmoji className="str-chat__message-action-icon" />
      </QuickMessageActionsButton>
    </>
  );
}

/** The library's reactions dialog has no accessible name; this adds one. */
function ReactionsDetail(props: MessageReactionsDetailProps) {
  return (
    <div ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-label', 'Who reacted')}>
      <MessageReactionsDetail {...props} />
    </div>
  );
}

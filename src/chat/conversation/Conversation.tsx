import { lazy, Suspense, useId, useMemo, useRef } from 'react';

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
  MessageList,
  QuickMessageActionsButton,
  ReactionSelector,
  Streami18n,
  useDialogIsOpen,
  useDialogOnNearestManager,
  useMessageContext,
  Window,
  WithComponents,
} from 'stream-chat-react';
import { type ChannelMember, HISTORY_PAGE, type ShownChannel } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { refusalToWrite } from '../../../domain/chat/rules';
import { call } from '../../providers/call';
import { reportError } from '../../providers/snackbar';
import { useShownMode } from '../../ui/theme/useShownMode';

import { Composer, Suggestions } from '../composer/Composer';
import { EmojiButton } from '../emoji/EmojiButton';
import { AnyReaction, ReactionsDetail, reactionOptions } from '../emoji/reactions';
import { ChooseFiles } from '../files/ChooseFiles';
import { FilesToSend } from '../files/Files';
import { FileWords } from '../files/FileWords';
import fileCss from '../files/files.module.css';
import { TakeFiles, useFileDrop } from '../files/useFileDrop';
import { RecordAct } from '../records/recording';

import { sendKept } from '../unsent';
import { AskedMessage } from './AskedMessage';
import { type Author, MessageRow, OtherOrganization, People } from './MessageRow';
import { markRead, ToLatest, UnreadAbove, UnreadLine, useWayBack } from './UnreadLine';
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
// Deleting stays last.
ACTS.splice(
  ACTS.findIndex((act) => 'type' in act && act.type === 'delete'),
  0,
  { type: 'addToRecord', placement: 'dropdown', Component: RecordAct },
);
const Nothing = () => null;
/** Recordings and polls aren't supported. */
const PARTS = {
  Message: MessageRow,
  AttachmentSelector: ChooseFiles,
  AttachmentPreviewList: FilesToSend,
  AdditionalMessageComposerActions: EmojiButton,
  AutocompleteSuggestionList: Suggestions,
  MessageReactionsDetail: ReactionsDetail,
  ReactionSelectorExtendedList: AnyReaction,
  reactionOptions,
  MessageActions: () => <MessageActions messageActionSet={ACTS} />,
  UnreadMessagesSeparator: UnreadLine,
  UnreadMessagesNotification: UnreadAbove,
  // One button says both how many came and leads there.
  NewMessageNotification: Nothing,
  ScrollToLatestMessageButton: ToLatest,
  // Removed instantly, so the focus moves on correctly.
  ContextMenu: (props: ContextMenuProps) => <ContextMenu {...props} closeTransitionMs={0} />,
};

/** What somebody writes within this time of their last message is shown under it. */
const GROUPED_MS = 5 * 60_000;

type Props = { client: StreamChat; live: LiveChannel; channel: ShownChannel; colleagues: readonly ChannelMember[] };

/** Messages and the composer, or why nobody can write now, drawn by the chat's interface library. Loaded with the chat only. */
export function Conversation({ client, live, channel, colleagues }: Props) {
  const { name } = channel;
  const people = useMemo(() => authorsOf(channel, colleagues), [channel, colleagues]);
  const whyNotWrite = refusalToWrite(channel);
  const mode = useShownMode();
  const { box, focusField } = useFieldFocus(live);
  const { isOver, take, target } = useFileDrop(live, whyNotWrite === null);
  useDraft(live);
  useWayBack(box, live);
  const labelId = useId();
  const remove = async (message: LocalMessage) => {
    const removed = await deleteMessage(message);
    focusField();
    return removed;
  };
  return (
    <div className={css.conversation} ref={box} {...target}>
      {isOver && <p className={fileCss.drop}>Drop files to add them to your message</p>}
      <span id={labelId} hidden>
        Message {name}
      </span>
      <People.Provider value={people}>
        <OtherOrganization.Provider value={channel.channelType === 'NETWORK_ORG_TO_ORG' ? name : null}>
          <Chat client={client} i18nInstance={english} theme={`str-chat__theme-${mode}`}>
            <WithComponents overrides={PARTS}>
              <Channel
                channel={live}
                doDeleteMessageRequest={remove}
                doSendMessageRequest={sendKept}
                doMarkReadRequest={markRead}
              >
                <Window>
                  <AskedMessage />
                  <MessageList
                    messageLimit={HISTORY_PAGE}
                    maxTimeBetweenGroupedMessages={GROUPED_MS}
                    // The day would be said twice; the line of what is new is `UnreadLine`.
                    hideNewMessageSeparator
                  />
                  {whyNotWrite === null ? (
                    <TakeFiles.Provider value={take}>
                      <FileWords live={live} />
                      <Composer
                        live={live}
                        channel={channel}
                        colleagues={colleagues}
                        labelId={labelId}
                        focusField={focusField}
                      />
                    </TakeFiles.Provider>
                  ) : (
                    <p className={css.frozen} role="status">
                      {whyNotWrite}
                    </p>
                  )}
                </Window>
              </Channel>
            </WithComponents>
          </Chat>
        </OtherOrganization.Provider>
      </People.Provider>
      <Suspense>
        <MessageRecords cid={channel.cid} texts={() => textsOf(live)} />
      </Suspense>
    </div>
  );
}

/** Of the messages that are loaded, newest first. */
const textsOf = (live: LiveChannel): string[] => live.state.messages.flatMap(({ text }) => text ?? []).reverse();

/**
 * Those a message may be of. Between organizations, people of the other one are named with it, and whoever isn't in the
 * channel any more has left it, colleague or not.
 */
function authorsOf(channel: ShownChannel, colleagues: readonly ChannelMember[]): readonly Author[] {
  if (channel.channelType !== 'NETWORK_ORG_TO_ORG') return [...channel.members, ...colleagues];
  const gone = channel.removedUsers.map((person) => ({ ...person, profileImageUri: null, hasLeft: true }));
  return [...channel.members, ...gone].map(({ orgName, ...person }) =>
    person.orgId === channel.orgId ? person : { ...person, orgName },
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

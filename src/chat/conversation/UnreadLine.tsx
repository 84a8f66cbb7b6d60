import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Channel } from 'stream-chat';
import {
  type ScrollToLatestMessageButtonProps,
  useChannelActionContext,
  useChannelStateContext,
  useMessageListContext,
} from 'stream-chat-react';
import { HISTORY_PAGE } from '../../../domain/chat/channel';
import { counted } from '../../../domain/text';
import { Icon } from '../../ui/Icon';
import css from './UnreadLine.module.css';

type UnreadState = NonNullable<ReturnType<typeof useChannelStateContext>['channelUnreadUiState']>;

const readUntil = (channel: Channel): UnreadState => {
  const lastId = channel.state.latestMessages.at(-1)?.id;
  return {
    last_read: new Date(),
    ...(lastId === undefined ? {} : { last_read_message_id: lastId }),
    unread_messages: 0,
  };
};

/**
 * Tells the service that a channel was read. The line of what was new when the conversation was opened stays where it is
 * until the person is done with it; without one, the next begins after what was read now.
 */
export function markRead(channel: Channel, show?: (state: UnreadState) => void): void {
  // Counted again with the next message, or when the conversation is opened.
  channel.markRead().catch(() => undefined);
  const set = show as ((change: (before: UnreadState | undefined) => UnreadState) => void) | undefined;
  set?.((before) => (before && before.unread_messages > 0 ? before : readUntil(channel)));
}

/** Takes the line away: everything was read. */
function useRead(): () => void {
  const { channel } = useChannelStateContext();
  const { markRead, setChannelUnreadUiState } = useChannelActionContext();
  return () => {
    setChannelUnreadUiState(() => readUntil(channel));
    void markRead();
  };
}

/** The line above the first message that was new when the conversation was opened. Escape takes it away. */
export function UnreadLine() {
  const read = useRead();
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]'))
      return;
    event.preventDefault();
    read();
  });
  useEffect(() => {
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  return (
    // The class is what the library looks for, to know whether the line is on screen.
    <div className={`str-chat__unread-messages-separator ${css.line}`}>
      <span>New messages</span>
    </div>
  );
}

/** While that line is further up: a way to it. */
export function UnreadAbove() {
  const { channelUnreadUiState: unread, messages = [] } = useChannelStateContext();
  const { jumpToMessage } = useChannelActionContext();
  const read = useRead();
  const lastId = unread?.last_read_message_id;
  const lastAt = messages.findIndex(({ id }) => id === lastId);
  const firstId = unread?.first_unread_message_id ?? messages[lastAt + 1]?.id;
  const target = lastId !== undefined && lastAt === -1 && !unread?.first_unread_message_id ? lastId : firstId;
  return (
    <div className={css.above}>
      <button type="button" onClick={() => target && void jumpToMessage(target, HISTORY_PAGE).catch(() => undefined)}>
        <Icon name="arrowUp" size={14} /> New messages
      </button>
      <button type="button" aria-label="Mark as read" onClick={read}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** Closer to the end than this, in pixels, one reads what comes: as the library has it. */
const AT_END_PX = 200;

/**
 * Keeps whoever reads the newest messages at the end, however many come at once. By itself the library takes several that are
 * drawn between two of its looks at the place for a way the reader went, and counts them as unread.
 */
function useStayAtEnd(isInPast: boolean): void {
  const { listElement: list } = useMessageListContext('ToLatest');
  const { messages, highlightedMessageId } = useChannelStateContext();
  const place = useRef({ isAtEnd: false, top: 0 });
  useEffect(() => {
    const onScroll = () => {
      const { scrollTop: top, scrollHeight, clientHeight } = list as HTMLDivElement;
      const isNear = scrollHeight - top - clientHeight < AT_END_PX;
      // A list that grows leaves its reader where they are; only they go up.
      place.current = { isAtEnd: isNear || (place.current.isAtEnd && top >= place.current.top), top };
    };
    if (!list) return;
    // Not scrolled yet, who sees all there is is at the end as well; who was led to a message isn't.
    onScroll();
    list.addEventListener('scroll', onScroll, { passive: true });
    return () => list.removeEventListener('scroll', onScroll);
  }, [list]);
  const newest = messages?.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at what new messages have made of the list, and at nothing else, or it would hold back who scrolls up
  useLayoutEffect(() => {
    // Who is being led to a message stays there.
    if (!list || isInPast || highlightedMessageId || !place.current.isAtEnd) return;
    list.scrollTop = list.scrollHeight;
    // The library looks now, before it decides what to do about them, and not at the next frame.
    list.dispatchEvent(new Event('scroll'));
  }, [newest]);
}

/** Back to the newest message, with the number of those that came meanwhile. */
export function ToLatest({
  isMessageListScrolledToBottom: isAtEnd,
  isNotAtLatestMessageSet: isInPast = false,
  onClick,
}: ScrollToLatestMessageButtonProps) {
  const { channel } = useChannelStateContext();
  const [news, setNews] = useState(0);
  useStayAtEnd(isInPast);
  const isThere = isAtEnd === true && !isInPast;
  const count = useEffectEvent((by: string | undefined) => {
    if (!isThere && by !== channel.getClient().userID) setNews((before) => before + 1);
  });
  useEffect(() => {
    const { unsubscribe } = channel.on('message.new', ({ user }) => count(user?.id));
    return unsubscribe;
  }, [channel]);
  if (isThere && news > 0) setNews(0);
  return (
    <div className={css.latest} role="status">
      {!isThere && (
        <button type="button" onClick={onClick}>
          <Icon name="arrowDown" size={14} /> {news > 0 ? counted(news, 'new message') : 'Latest messages'}
        </button>
      )}
    </div>
  );
}

/** Where focus goes back to from a conversation: its place in the list. */
export function useWayBack(box: RefObject<HTMLElement | null>, live: Channel): void {
  useEffect(() => {
    const element = box.current;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || element?.querySelector(`.${css.line}`)) return;
      if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return;
      const { editedMessage, quotedMessage } = live.messageComposer.state.getLatestValue();
      if (editedMessage || quotedMessage) return;
      document.querySelector<HTMLElement>('[data-conversations] [aria-current=page]')?.focus();
    };
    element?.addEventListener('keydown', onEscape);
    return () => element?.removeEventListener('keydown', onEscape);
  }, [box, live]);
}

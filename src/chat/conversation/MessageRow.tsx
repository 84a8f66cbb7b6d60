import { createContext, useContext } from 'react';
import {
  isMessageBounced,
  isMessageDeleted,
  isMessageEdited,
  MessageActions as LibraryActions,
  MessageDeletedBubble,
  MessageReactions,
  MessageText,
  messageHasReactions,
  QuotedMessage,
  useComponentContext,
  useMessageContext,
} from 'stream-chat-react';
import type { ShownPerson } from '../../../domain/chat/channel';
import { shortMoment } from '../../../domain/dates';
import { Avatar } from '../../ui/Avatar';
import { timeZone } from '../../ui/reader-dates';
import { MessageCards } from '../cards/MessageCards';
import { MessageFiles } from '../files/Files';
import { MessageLinks } from '../records/MessageLinks';
import { useUnsent } from '../unsent';
import css from './MessageRow.module.css';
import { renderWords } from './words';

/** Somebody a message may be of; `orgName` where two organizations write. */
export type Author = ShownPerson & { orgName?: string; hasLeft?: boolean };

/** The people of the open conversation and the reader's colleagues, for their pictures, and to tell who left. */
export const People = createContext<readonly Author[]>([]);

/** Where two organizations write, the other one: whom a block hides from the reader speaks for it. */
export const OtherOrganization = createContext<string | null>(null);

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** A message: who wrote it and when, once for what they write in a row, its words, and whether it was sent. */
export function MessageRow() {
  const { message, highlighted, groupStyles = [] } = useMessageContext();
  const { MessageActions = LibraryActions } = useComponentContext();
  const people = useContext(People);
  const { user, created_at: at } = message;
  const other = useContext(OtherOrganization);
  const author = people.find(({ userId }) => userId === user?.id);
  const isHidden = other !== null && author === undefined && Boolean(user?.name);
  const name = isHidden ? `Someone at ${other}` : user?.name || 'Former member';
  const isFormer =
    Boolean(user?.name) && !isHidden && people.length > 0 && (author === undefined || author.hasLeft === true);
  const isDeleted = isMessageDeleted(message);
  const isFirst = groupStyles.some((style) => style === 'top' || style === 'single') || groupStyles.length === 0;
  const time = clock.format(at);
  return (
    <div className={`str-chat__message ${css.row}`} data-first={isFirst} data-highlighted={highlighted === true}>
      {isFirst ? (
        <Avatar name={name} uri={author?.profileImageUri ?? null} size={36} />
      ) : (
        <time className={css.beside} dateTime={at.toISOString()} title={shortMoment(at, timeZone)}>
          {time}
        </time>
      )}
      <div className={`str-chat__message-inner ${css.words}`}>
        {isFirst && (
          <p className={css.by}>
            <strong>{name}</strong>
            {author?.orgName && <span className={css.former}>{author.orgName}</span>}
            {isFormer && <span className={css.former}>Former member</span>}
            <time dateTime={at.toISOString()} title={shortMoment(at, timeZone)}>
              {time}
            </time>
          </p>
        )}
        {!isDeleted && <MessageActions />}
        {isDeleted ? (
          <MessageDeletedBubble />
        ) : (
          <>
            {message.quoted_message && <QuotedMessage />}
            <MessageText renderText={renderWords} />
            <MessageFiles message={message} />
            <MessageCards text={message.text} />
            <MessageLinks messageId={message.id} />
            {isMessageEdited(message) && <span className={css.edited}>Edited</span>}
            {messageHasReactions(message) && <MessageReactions />}
          </>
        )}
        <SendingWords />
      </div>
    </div>
  );
}

/** Whether a message is still to be sent; nothing for what was. */
function SendingWords() {
  const { message, handleRetry } = useMessageContext();
  const isWaiting = useUnsent((unsent) => unsent.some((one) => one.isWaiting && one.message.id === message.id));
  if (isWaiting) {
    return (
      <p className={css.unsent} role="status">
        Not sent yet. We send it once you’re back online.
      </p>
    );
  }
  if (message.status !== 'failed' && !isMessageBounced(message)) return null;
  return (
    <p className={css.failed} role="alert">
      Not sent.{' '}
      <button type="button" className="v-link" onClick={() => void handleRetry(message)}>
        Try again
      </button>
    </p>
  );
}

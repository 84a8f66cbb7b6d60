import type { ReactNode } from 'react';
import { type RenderTextOptions, renderText, useChatContext } from 'stream-chat-react';
import css from './words.module.css';

type MentionProps = { children?: ReactNode; node?: { mentionedEntity?: { id: string } } };

/** Somebody's name in a message, told apart when it is the reader's own. */
function Mention({ children, node }: MentionProps) {
  const { client } = useChatContext();
  const isOwn = node?.mentionedEntity?.id === client.userID;
  return isOwn ? <mark className={css.own}>{children}</mark> : <b>{children}</b>;
}

const options = { customMarkDownRenderers: { mention: Mention } } as RenderTextOptions;

/** A message's words: links, emphasis and mentions. HTML in them is text, and what the service has as HTML isn't shown. */
export const renderWords: typeof renderText = (text, mentioned, given) =>
  renderText(text, mentioned, { ...given, ...options });

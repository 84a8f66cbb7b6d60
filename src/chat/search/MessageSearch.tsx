import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import type { StreamChat } from 'stream-chat';
import type { ShownChannel } from '../../../domain/chat/channel';
import { excerptOf, SEARCH_MAX, SEARCH_MIN } from '../../../domain/chat/message-search';
import { shortMoment } from '../../../domain/dates';
import { counted } from '../../../domain/text';
import { messageOf } from '../../providers/call/call-errors';
import { Button, IconButton } from '../../ui/Button';
import { Checkbox, Field, Select, TextInput } from '../../ui/Field';
import { useDebounced } from '../../ui/hooks';
import { timeZone } from '../../ui/reader-dates';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { liveChannel } from '../channels/useLiveChannels';
import css from './MessageSearch.module.css';
import { moveAmongLinks } from './move-among-links';
import { type Found, isAsked, useMessageSearch } from './useMessageSearch';

type Props = {
  client: StreamChat;
  /** The reader's conversations. */
  channels: readonly ShownChannel[];
  /** The open one's id. */
  open: string | undefined;
  onClose: () => void;
};

/** Searches the messages of all of one's conversations, in place of their list. */
export default function MessageSearch({ client, channels, open, onClose }: Props) {
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [isHere, setHere] = useState(false);
  const [hasFiles, setFiles] = useState(false);
  const here = channels.find(({ cid }) => cid === open);
  const cid = isHere && here ? (liveChannel(client, here)?.cid ?? null) : null;
  const asked = useDebounced({ text: text.trim(), cid, from, hasFiles });
  const search = useMessageSearch(client, asked);
  const found = search.data?.pages.flatMap((page) => page.found) ?? [];
  const people = peopleOf(channels, client.userID);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else moveAmongLinks(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields and links have the focus, and these keys too
    <div className={css.search} onKeyDown={onKeyDown}>
      <div className={css.top}>
        <Field label="Search messages" labelHidden>
          <TextInput
            type="search"
            placeholder="Search messages"
            autoComplete="off"
            autoFocus
            maxLength={SEARCH_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <IconButton icon="close" label="Close the search" onClick={onClose} />
      </div>
      <div className={css.filters}>
        <Field label="From" labelHidden>
          <Select
            options={people}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
            placeholder="From anyone"
          />
        </Field>
        {here && (
          <Checkbox label="In this conversation" checked={isHere} onChange={({ target }) => setHere(target.checked)} />
        )}
        <Checkbox label="With files" checked={hasFiles} onChange={({ target }) => setFiles(target.checked)} />
      </div>
      <Results
        {...{ search, found, channels, text: asked.text, isBegun: isAsked(asked) }}
        isClear={text === '' && from === '' && !hasFiles}
      />
    </div>
  );
}

type ResultsProps = {
  search: ReturnType<typeof useMessageSearch>;
  found: readonly Found[];
  channels: readonly ShownChannel[];
  text: string;
  isBegun: boolean;
  isClear: boolean;
};

function Results({ search, found, channels, text, isBegun, isClear }: ResultsProps) {
  if (!isBegun) {
    const hint = isClear ? 'Search all of your conversations.' : `Type at least ${SEARCH_MIN} letters.`;
    return <p className={css.hint}>{hint}</p>;
  }
  if (search.error && found.length === 0) {
    return <ErrorState message={wordsOf(search.error)} onRetry={() => void search.refetch()} />;
  }
  if (search.isPending) {
    return (
      <div className={css.waiting} aria-busy="true">
        <Skeleton height="56px" />
        <Skeleton height="56px" />
        <Skeleton height="56px" />
      </div>
    );
  }
  if (found.length === 0) {
    return (
      <div role="status">
        <EmptyState icon="search" title="No messages found" hint="Try other words, or fewer filters." />
      </div>
    );
  }
  return (
    <>
      <p className={css.hint} role="status">
        {counted(found.length, 'message')}
        {search.hasNextPage && ', and older ones'}
      </p>
      <ul className={css.results} aria-label="Messages found">
        {found.map((one) => (
          <Result key={one.id} found={one} channel={channels.find(({ cid }) => cid === one.channelId)} text={text} />
        ))}
      </ul>
      {search.hasNextPage && (
        <Button busy={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
          Show older messages
        </Button>
      )}
      {search.isFetchNextPageError && <p className={css.hint}>{wordsOf(search.error)}</p>}
    </>
  );
}

type ResultProps = { found: Found; channel: ShownChannel | undefined; text: string };

function Result({ found, channel, text }: ResultProps) {
  const { id, channelId, channelName, name, at, files } = found;
  return (
    <li>
      <Link className={css.result} to={`/chat/messages/${channelId}?message=${id}`}>
        <span className={css.about}>
          <strong>{name}</strong>
          <span>{(channel?.name ?? channelName) || 'Conversation'}</span>
          <time dateTime={at.toISOString()}>{shortMoment(at, timeZone)}</time>
        </span>
        <span className={css.words}>
          {excerptOf(found.text, text).map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, never moved
            part.isFound ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
          )}
          {files > 0 && <em> {counted(files, 'file')}</em>}
        </span>
      </Link>
    </li>
  );
}

const wordsOf = (error: unknown) => messageOf(error, 'We couldn’t search your messages.');

/** Everybody in the reader's conversations, themselves first. */
function peopleOf(channels: readonly ShownChannel[], me: string | undefined) {
  const names = new Map(
    channels.flatMap(({ members }) => members.map((one) => [one.userId, one.displayName] as const)),
  );
  const others = [...names].filter(([id, name]) => id !== me && name !== '');
  others.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
  return [...(me ? [{ value: me, label: 'You' }] : []), ...others.map(([value, label]) => ({ value, label }))];
}

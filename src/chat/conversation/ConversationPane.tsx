import { Link } from 'react-router';
import type { Channel, StreamChat } from 'stream-chat';
import type { ChannelMember, ChatChannel, ShownChannel } from '../../../domain/chat/channel';
import { useSession } from '../../providers/session';
import { useSaysOffline } from '../../shell/news/useOnline';
import { Button } from '../../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { useChannelEdit } from '../channels/useChannelEdit';
import css from '../chat.module.css';
import { Conversation } from './Conversation';
import { ConversationHead } from './ConversationHead';

export type ConversationPaneProps = {
  /** Undefined when not found or not visible to the reader. */
  channel: ShownChannel | undefined;
  colleagues: readonly ChannelMember[];
  live: Channel | null;
  client: StreamChat;
  isOnline: boolean;
  error: unknown;
  onRetry: () => void;
};

/** The open conversation, or why it can't be opened. */
export function ConversationPane({
  channel,
  colleagues,
  live,
  client,
  isOnline,
  error,
  onRetry,
}: ConversationPaneProps) {
  useSaysOffline(channel !== undefined && !isOnline);
  if (!channel && error) {
    return (
      <section className={css.pane} aria-label="Conversation">
        <ErrorState message="We couldn’t load this conversation." onRetry={onRetry} />
      </section>
    );
  }
  if (!channel) {
    return (
      <section className={css.pane} aria-label="Conversation">
        <h1 className="v-hidden" tabIndex={-1}>
          Conversation not found
        </h1>
        <EmptyState
          icon="chat"
          title="We can’t find this conversation"
          hint="It may be private, or you were removed from it."
          action={<Link to="/chat/browse-channels">Browse channels</Link>}
        />
      </section>
    );
  }
  return (
    <section className={css.pane} aria-label={channel.name}>
      <ConversationHead channel={channel} colleagues={colleagues} live={live} />
      {!isOnline && (
        <p className={css.offline} role="status">
          Reconnecting… What you write is kept here and sent once you’re back online.
        </p>
      )}
      {channel.role === null ? (
        <Join channel={channel} />
      ) : live ? (
        <Conversation client={client} live={live} channel={channel} colleagues={colleagues} />
      ) : error ? (
        <ErrorState message="We couldn’t load this conversation." onRetry={onRetry} />
      ) : (
        <div className={css.waiting} aria-busy="true">
          <Skeleton height="36px" />
          <Skeleton height="36px" />
        </div>
      )}
    </section>
  );
}

function Join({ channel }: { channel: ChatChannel }) {
  const { user } = useSession();
  const { edit, isPending } = useChannelEdit(channel, { success: `You joined ${channel.name}.` });
  return (
    <EmptyState
      icon="chat"
      title={`You’re not in ${channel.name}`}
      hint="Join to read and post messages."
      action={
        <Button tone="primary" busy={isPending} onClick={() => void edit({ userIdsToAdd: [user.id] })}>
          Join
        </Button>
      }
    />
  );
}

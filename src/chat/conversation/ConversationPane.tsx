import { Link } from 'react-router';
import type { Channel, StreamChat } from 'stream-chat';
import type { ChannelMember, ChatChannel, OrgChannel, ShownChannel } from '../../../domain/chat/channel';
import { refusalToJoinOrgChannel } from '../../../domain/chat/org-rules';
import { useSession } from '../../providers/session';
import { useSaysOffline } from '../../shell/news/useOnline';
import { Button } from '../../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { useChannelEdit } from '../channels/useChannelEdit';
import css from '../chat.module.css';
import { usePartnerChannel } from '../partners/usePartnerChannel';
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

function Join({ channel }: { channel: ChatChannel | OrgChannel }) {
  return channel.channelType === 'NETWORK_ORG_TO_ORG' ? (
    <JoinPartner channel={channel} />
  ) : (
    <JoinTeam channel={channel} />
  );
}

function JoinTeam({ channel }: { channel: ChatChannel }) {
  const { user } = useSession();
  const { edit, isPending } = useChannelEdit(channel, { success: `You joined ${channel.name}.` });
  return <JoinState name={channel.name} busy={isPending} onJoin={() => void edit({ userIdsToAdd: [user.id] })} />;
}

function JoinPartner({ channel }: { channel: OrgChannel }) {
  const { membership } = useSession();
  const { join, isPending } = usePartnerChannel(channel, { success: `You joined the channel with ${channel.name}.` });
  const whyNot = membership && refusalToJoinOrgChannel(channel, membership);
  return (
    <JoinState name={`the channel with ${channel.name}`} whyNot={whyNot} busy={isPending} onJoin={() => void join()} />
  );
}

type JoinProps = { name: string; whyNot?: string | null; busy: boolean; onJoin: () => void };

function JoinState({ name, whyNot = null, busy, onJoin }: JoinProps) {
  return (
    <EmptyState
      icon="chat"
      title={`You’re not in ${name}`}
      hint={whyNot ?? 'Join to read and post messages.'}
      action={
        whyNot === null && (
          <Button tone="primary" busy={busy} onClick={onJoin}>
            Join
          </Button>
        )
      }
    />
  );
}

import { Navigate, useLocation, useParams } from 'react-router';
import type { ShownChannel } from '../../domain/chat/channel';
import { useMediaQuery } from '../ui/hooks';
import { ErrorState, Skeleton } from '../ui/states';
import { ChatGate, type Ready } from './ChatGate';
import { ChannelList } from './channels/ChannelList';
import { networkChannels } from './channels/network-channels';
import { liveChannel, useLiveChannels } from './channels/useLiveChannels';
import css from './chat.module.css';
import { ConversationPane } from './conversation/ConversationPane';

/** The conversation list beside the open conversation. */
export default function MessagesPage() {
  const { slug } = useParams();
  return (
    <div className={css.page} data-open={slug !== undefined}>
      <ChatGate waiting={<Waiting />}>{(ready) => <Messages {...ready} slug={slug} />}</ChatGate>
    </div>
  );
}

function Messages({ client, isOnline, channels, partners, slug }: Ready & { slug: string | undefined }) {
  const { search } = useLocation();
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const all = [...channels, ...partners];
  const own = all.filter(({ role }) => role !== null);
  const live = useLiveChannels(client, own, slug === undefined || all.some(({ cid }) => cid === slug) ? null : slug);
  const first = channels.find(({ isDefault, role }) => isDefault && role !== null) ?? own[0];
  if (slug === undefined && !isNarrow && first) return <Navigate replace to={`/chat/messages/${first.cid}${search}`} />;
  if (!live.isReady) {
    return live.error ? <ErrorState message="We couldn’t load your messages." onRetry={live.retry} /> : <Waiting />;
  }
  const network = networkChannels(client);
  const channel = [...all, ...network].find(({ cid }: ShownChannel) => cid === slug);
  return (
    <>
      <ChannelList channels={[...own, ...network]} client={client} open={slug} />
      {live.isLooking && <Waiting />}
      {slug !== undefined && !live.isLooking && (
        <ConversationPane
          key={slug}
          channel={channel}
          colleagues={channels.find(({ isDefault }) => isDefault)?.members ?? []}
          live={channel ? liveChannel(client, channel) : null}
          client={client}
          isOnline={isOnline}
          error={live.error}
          onRetry={live.retry}
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={css.waiting} aria-busy="true">
      <h1 className="v-hidden" tabIndex={-1}>
        Messages
      </h1>
      <Skeleton height="36px" />
      <Skeleton height="36px" />
      <Skeleton height="36px" />
    </div>
  );
}

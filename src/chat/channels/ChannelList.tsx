import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { StreamChat } from 'stream-chat';
import type { ShownChannel } from '../../../domain/chat/channel';
import { channelInvites, orgChannels } from '../../../domain/chat/network-contract';
import { useCan } from '../../access/useCan';
import { useResourceList } from '../../providers/refine/use-resource';
import { useBegin } from '../../shell/palette/useBegin';
import { IconButton } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';
import { Skeleton } from '../../ui/states';
import css from '../chat.module.css';
import { useOnline } from '../presence/useOnline';
import { channelInvites as invitesResource } from '../resource';
import { moveAmongLinks } from '../search/move-among-links';
import { SearchButton } from '../search/SearchButton';
import { ChannelItem } from './ChannelItem';
import { countUnread, liveChannel } from './useLiveChannels';

const NewConversation = lazyDialog(async () => (await import('./NewConversation')).NewConversation);
const loadSearch = () => import('../search/MessageSearch');
const MessageSearch = lazy(loadSearch);

type Props = { channels: readonly ShownChannel[]; client: StreamChat; open: string | undefined };

/**
 * The reader's channels and direct conversations, most recent message first. Those with people they are no longer
 * connected with are folded away.
 */
export function ChannelList({ channels, client, open }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  useBegin('write', true, () => setAsking(true));
  useBegin('search', true, () => setSearching(true));
  const isOnline = useOnline();
  const lastAt = (channel: ShownChannel) =>
    (liveChannel(client, channel)?.state.last_message_at ?? new Date(channel.created)).getTime();
  const sorted = [...channels].sort((a, b) => lastAt(b) - lastAt(a));
  const group = (type: ShownChannel['channelType']) =>
    sorted.filter((channel) => channel.channelType === type && !isPast(channel));
  const past = sorted.filter(isPast);
  const items = (some: readonly ShownChannel[]) =>
    some.map((channel) => (
      <ChannelItem
        key={channel.cid}
        channel={channel}
        live={liveChannel(client, channel)}
        isOpen={channel.cid === open}
        isOnline={isOnline}
      />
    ));
  const others = channels.flatMap((channel) => ('isDefault' in channel && channel.isDefault ? channel.members : []));
  const closeSearch = () => {
    flushSync(() => setSearching(false));
    searchButton.current?.focus();
  };
  if (isSearching) {
    return (
      <search className={css.list} aria-label="Messages">
        <Suspense fallback={<Skeleton height="36px" />}>
          <MessageSearch client={client} channels={channels} open={open} onClose={closeSearch} />
        </Suspense>
      </search>
    );
  }
  return (
    <nav className={css.list} aria-label="Conversations" data-conversations onKeyDown={moveAmongLinks}>
      {open === undefined && (
        <h1 className={css.listTitle} tabIndex={-1}>
          Messages
        </h1>
      )}
      <SearchButton
        ref={searchButton}
        onOpen={() => setSearching(true)}
        onNear={() => void loadSearch().catch(() => undefined)}
      />
      <div className={css.group}>
        <h2 id="c-channels">Channels</h2>
        <Link className="v-link" to="/chat/browse-channels">
          Browse channels
        </Link>
      </div>
      <ul aria-labelledby="c-channels">{items(group('TEAM'))}</ul>
      <div className={css.group}>
        <h2 id="c-direct">Direct messages</h2>
        <IconButton
          icon="plus"
          label="New direct message"
          onClick={() => setAsking(true)}
          onPointerEnter={NewConversation.prefetch}
          onFocus={NewConversation.prefetch}
        />
      </div>
      {group('TEAM_DM').length > 0 ? (
        <ul aria-labelledby="c-direct">{items(group('TEAM_DM'))}</ul>
      ) : (
        <p className="muted small">No direct messages yet.</p>
      )}
      <PartnerGroup items={items(group('NETWORK_ORG_TO_ORG'))} />
      <div className={css.group}>
        <h2 id="c-network">Connections</h2>
        <Link className="v-link" to="/profile/connections/connected">
          View connections
        </Link>
      </div>
      {group('NETWORK_DM').length > 0 ? (
        <ul aria-labelledby="c-network">{items(group('NETWORK_DM'))}</ul>
      ) : (
        past.length === 0 && <p className="muted small">No messages with connections yet.</p>
      )}
      {past.length > 0 && <PastConversations channels={past} client={client} items={items(past)} />}
      {isAsking && <NewConversation.Part people={others} onClose={() => setAsking(false)} />}
    </nav>
  );
}

/** The channels with other organizations, and the ways to more of them that the reader has. */
function PartnerGroup({ items }: { items: readonly ReactNode[] }) {
  const { whyNot } = useCan();
  const mayBrowse = whyNot(orgChannels.join.requires) === null;
  const mayAnswer = whyNot(channelInvites.update.requires) === null;
  if (items.length === 0 && !mayBrowse && !mayAnswer) return null;
  return (
    <>
      <div className={css.group}>
        <h2 id="c-partners">Partners</h2>
        <span className={css.groupLinks}>
          {mayAnswer && <InvitesLink />}
          {mayBrowse && (
            <Link className="v-link" to="/chat/browse-network-channels">
              Browse
            </Link>
          )}
        </span>
      </div>
      {items.length > 0 ? (
        <ul aria-labelledby="c-partners">{items}</ul>
      ) : (
        <p className="muted small">No channels with other organizations yet.</p>
      )}
    </>
  );
}

/** To the invites, with how many wait for the reader's organization. */
function InvitesLink() {
  const invites = useResourceList(invitesResource).query.data?.data ?? [];
  const waiting = invites.filter(({ side, status }) => side === 'INVITED' && status === 'INVITED').length;
  return (
    <Link className="v-link" to="/chat/browse-invites">
      Invites{waiting > 0 && ` (${waiting})`}
    </Link>
  );
}

type PastProps = { channels: readonly ShownChannel[]; client: StreamChat; items: ReactNode };

function PastConversations({ channels, client, items }: PastProps) {
  const live = channels.flatMap((channel) => liveChannel(client, channel) ?? []);
  const unread = live.reduce((sum, channel) => sum + countUnread(channel), 0);
  return (
    <details className={css.past}>
      <summary>
        No longer connected ({channels.length}){unread > 0 && ` · ${unread} unread`}
      </summary>
      <ul aria-label="No longer connected">{items}</ul>
    </details>
  );
}

/** A direct conversation with somebody the reader is no longer connected with. */
const isPast = (channel: ShownChannel): boolean => channel.channelType === 'NETWORK_DM' && channel.isFrozen;

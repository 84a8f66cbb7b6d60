import { type ReactNode, useEffect } from 'react';
import type { StreamChat } from 'stream-chat';
import type { ChatChannel, OrgChannel } from '../../domain/chat/channel';
import { usePersonOnly } from '../access/useCan';
import { partnerChannels } from '../kit/links/partner-channels';
import { messageOf } from '../providers/call/call-errors';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { EmptyState, ErrorState } from '../ui/states';
import { type Connection, holdConnection, retryConnection, useConnectionState } from './connection';
import { chatChannels } from './resource';

const COMING_AND_GOING = ['notification.added_to_channel', 'notification.removed_from_channel'] as const;

export type Ready = {
  client: StreamChat;
  isOnline: boolean;
  channels: readonly ChatChannel[];
  /** Those with other organizations. */
  partners: readonly OrgChannel[];
};

/** Renders a screen of messages for the person themselves; for whoever acts for them it says why not. */
export function PersonGate({ children }: { children: ReactNode }) {
  const { seenAs } = useSession();
  const personOnly = usePersonOnly();
  if (seenAs) {
    return (
      <EmptyState
        icon="lock"
        title={`You’re viewing as ${seenAs.name}`}
        hint="You can’t read other people’s messages."
      />
    );
  }
  if (personOnly) return <EmptyState icon="lock" title="Messages are private" hint={personOnly} />;
  return children;
}

/** Renders a chat screen once connected and the channels are loaded; until then shows why not. */
export function ChatGate({ waiting, children }: { waiting: ReactNode; children: (ready: Ready) => ReactNode }) {
  return (
    <PersonGate>
      <Connected waiting={waiting}>{children}</Connected>
    </PersonGate>
  );
}

function Connected({ waiting, children }: { waiting: ReactNode; children: (ready: Ready) => ReactNode }) {
  const { user } = useSession();
  const connection = useConnection();
  const own = useResourceList(chatChannels).query;
  const shared = useResourceList(partnerChannels).query;
  const client = connection.status === 'connected' ? connection.client : null;
  const [refetch, refetchShared] = [own.refetch, shared.refetch];
  useEffect(() => {
    // Someone removed from a channel they may not know of gets no event for it from the platform.
    const offs = COMING_AND_GOING.map((type) => client?.on(type, () => void refetch().then(() => refetchShared())));
    return () => {
      for (const off of offs) off?.unsubscribe();
    };
  }, [client, refetch, refetchShared]);
  if (connection.status === 'failed') {
    const message = messageOf(connection.error, 'We can’t load messages right now.');
    return <ErrorState message={message} onRetry={() => retryConnection(user.id)} />;
  }
  const failed = [own, shared].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  if (connection.status === 'connecting' || !own.data || !shared.data) return waiting;
  const { client: connected, isOnline } = connection;
  return children({ client: connected, isOnline, channels: own.data.data, partners: shared.data.data });
}

/** The chat connection, kept while any chat screen is open. */
function useConnection(): Connection {
  const { id } = useSession().user;
  useEffect(() => holdConnection(id), [id]);
  return useConnectionState();
}

import { type ReactNode, useEffect } from 'react';
import type { StreamChat } from 'stream-chat';
import type { ChatChannel } from '../../domain/chat/channel';
import { usePersonOnly } from '../access/useCan';
import { messageOf } from '../providers/call/call-errors';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { EmptyState, ErrorState } from '../ui/states';
import { type Connection, holdConnection, retryConnection, useConnectionState } from './connection';
import { chatChannels } from './resource';

const COMING_AND_GOING = ['notification.added_to_channel', 'notification.removed_from_channel'] as const;

export type Ready = { client: StreamChat; isOnline: boolean; channels: readonly ChatChannel[] };

/** Renders a chat screen once connected and the channels are loaded; until then shows why not. */
export function ChatGate({ waiting, children }: { waiting: ReactNode; children: (ready: Ready) => ReactNode }) {
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
  return <Connected waiting={waiting}>{children}</Connected>;
}

function Connected({ waiting, children }: { waiting: ReactNode; children: (ready: Ready) => ReactNode }) {
  const { user } = useSession();
  const connection = useConnection();
  const channels = useResourceList(chatChannels).query;
  const client = connection.status === 'connected' ? connection.client : null;
  const { refetch } = channels;
  useEffect(() => {
    // Someone removed from a private channel gets no event for it from the platform.
    const offs = COMING_AND_GOING.map((type) => client?.on(type, () => void refetch()));
    return () => {
      for (const off of offs) off?.unsubscribe();
    };
  }, [client, refetch]);
  if (connection.status === 'failed') {
    const message = messageOf(connection.error, 'We can’t load messages right now.');
    return <ErrorState message={message} onRetry={() => retryConnection(user.id)} />;
  }
  if (channels.error && !channels.data) {
    return <ErrorState message={messageOf(channels.error)} onRetry={() => void channels.refetch()} />;
  }
  if (connection.status === 'connecting' || !channels.data) return waiting;
  return children({ client: connection.client, isOnline: connection.isOnline, channels: channels.data.data });
}

/** The chat connection, kept while any chat screen is open. */
function useConnection(): Connection {
  const { id } = useSession().user;
  useEffect(() => holdConnection(id), [id]);
  return useConnectionState();
}

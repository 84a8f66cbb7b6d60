import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Channel } from 'stream-chat';
import type { NetworkChannel } from '../../../domain/chat/channel';
import { useSession } from '../../providers/session';
import type { MenuEntry } from '../../ui/Menu';
import { ConversationMenu } from './ConversationMenu';

/** Most never ask it. */
const BlockPerson = lazy(async () => ({ default: (await import('../../connections/BlockPerson')).BlockPerson }));

/** What the reader may do with a direct conversation with a connection. */
export function NetworkActions({ channel, live }: { channel: NetworkChannel; live: Channel | null }) {
  const [isAsking, setAsking] = useState(false);
  const { user } = useSession();
  const navigate = useNavigate();
  // Nobody once they deleted their account.
  const other = channel.members.find(({ userId }) => userId !== user.id);
  const entries: MenuEntry[] = [
    { label: 'View connections', icon: 'user', onSelect: () => void navigate('/profile/connections/connected') },
  ];
  if (other) entries.push({ label: 'Block', icon: 'lock', separated: true, onSelect: () => setAsking(true) });
  return (
    <>
      <ConversationMenu name={channel.name} live={live} entries={entries} />
      {isAsking && other && (
        <Suspense>
          <BlockPerson person={other} onDone={() => navigate('/chat/messages')} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

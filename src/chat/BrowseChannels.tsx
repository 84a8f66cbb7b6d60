import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useBegin } from '../shell/palette/useBegin';
import { Button } from '../ui/Button';
import { Field, TextInput } from '../ui/Field';
import { PageFrame } from '../ui/PageFrame';
import { EmptyState, Skeleton } from '../ui/states';
import { ChatGate, type Ready } from './ChatGate';
import { BrowsedChannel } from './channels/BrowsedChannel';
import { NewChannel } from './channels/NewChannel';
import css from './chat.module.css';

/** Every channel the reader is in or may join, with a button to create one. */
export default function BrowseChannels() {
  const waiting = (
    <>
      <Skeleton height="42px" />
      <Skeleton height="220px" />
    </>
  );
  return (
    <PageFrame title="Channels" breadcrumbs={[{ label: 'Messages', to: '/chat/messages' }]}>
      <ChatGate waiting={waiting}>{(ready) => <Channels {...ready} />}</ChatGate>
    </PageFrame>
  );
}

function Channels({ channels }: Ready) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  useBegin('create', true, () => setMaking(true));
  const all = channels.filter(({ channelType }) => channelType === 'TEAM');
  const wanted = search.trim().toLowerCase();
  const found = all.filter(({ name, topic }) => `${name} ${topic}`.toLowerCase().includes(wanted));
  const colleagues = channels.find(({ isDefault }) => isDefault)?.members ?? [];
  const make = (
    <Button tone="primary" icon="plus" onClick={() => setMaking(true)}>
      New channel
    </Button>
  );
  return (
    <>
      <div className={css.browseBar}>
        <Field label="Find channels" labelHidden>
          <TextInput
            type="search"
            placeholder="Find channels"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        {make}
      </div>
      {found.length > 0 ? (
        <ul className={css.browse} aria-label="Channels">
          {found.map((channel) => (
            <BrowsedChannel key={channel.cid} channel={channel} colleagues={colleagues} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon="chat"
          title={`No channels match “${search}”`}
          hint="Try another search, or create the channel."
        />
      )}
      {isMaking && (
        <NewChannel
          colleagues={colleagues}
          onMade={({ cid }) => void navigate(`/chat/messages/${cid}`)}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

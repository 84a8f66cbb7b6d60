import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CHANNEL_NAME_MAX, type ChannelMember, type ChatChannel, TOPIC_MAX } from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { factsOf, refusalToLeave, refusalToRename } from '../../domain/chat/rules';
import { finds } from '../../domain/search-text';
import { counted } from '../../domain/text';
import { FormDialog } from '../kit/form/FormDrawer';
import { useCallForm } from '../kit/form/useRecordForm';
import { useSession } from '../providers/session';
import { useBegin } from '../shell/palette/useBegin';
import { Button } from '../ui/Button';
import { Field, FieldError, TextInput } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Menu, type MenuEntry } from '../ui/Menu';
import { PageFrame } from '../ui/PageFrame';
import { Pill } from '../ui/Pill';
import { EmptyState, Skeleton } from '../ui/states';
import { ChatGate, type Ready } from './ChatGate';
import { useChannelEdit } from './channels/useChannelEdit';
import { useListedChannel } from './channels/useListedChannel';
import css from './chat.module.css';
import { PeopleChoice } from './PeopleChoice';

const ChannelPeople = lazy(async () => ({ default: (await import('./channels/ChannelPeople')).ChannelPeople }));
const RenameChannel = lazy(async () => ({ default: (await import('./channels/RenameChannel')).RenameChannel }));

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
  const isWanted = finds(search);
  const found = all.filter(({ name, topic }) => isWanted(name, topic));
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

/** A channel in the channel browser, with join, leave and other actions. */
function BrowsedChannel({ channel, colleagues }: { channel: ChatChannel; colleagues: readonly ChannelMember[] }) {
  const { cid, name, topic, members, isPrivate, role } = channel;
  const { membership, user } = useSession();
  const [dialog, setDialog] = useState<'people' | 'rename' | null>(null);
  const joining = useChannelEdit(channel, { success: `You joined ${name}.` });
  const leaving = useChannelEdit(channel, { success: `You left ${name}.` });
  const facts = factsOf(channel);
  const whyStay = refusalToLeave(facts);
  const whyKeep = membership && refusalToRename(facts, membership);
  const entries: MenuEntry[] = [
    { label: 'People', icon: 'user', onSelect: () => setDialog('people') },
    {
      label: 'Rename',
      icon: 'edit',
      onSelect: () => setDialog('rename'),
      ...(whyKeep ? { disabled: true, note: whyKeep } : {}),
    },
  ];
  return (
    <li className={css.browsed}>
      <div>
        <p className={css.browsedName}>
          {role === null ? <span>{name}</span> : <Link to={`/chat/messages/${cid}`}>{name}</Link>}
          {isPrivate && <Pill>Private</Pill>}
          {role !== null && <Pill tone="positive">Joined</Pill>}
        </p>
        <p className="muted small">
          {[counted(members.length, 'person', 'people'), topic].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={css.browsedActions}>
        {role === null ? (
          <Button
            tone="primary"
            busy={joining.isPending}
            aria-label={`Join ${name}`}
            onClick={() => void joining.edit({ userIdsToAdd: [user.id] })}
          >
            Join
          </Button>
        ) : (
          whyStay === null && (
            <Button
              busy={leaving.isPending}
              aria-label={`Leave ${name}`}
              onClick={() => void leaving.edit({ removeSelf: true })}
            >
              Leave
            </Button>
          )
        )}
        <Menu label={`Actions for ${name}`} entries={entries} className="v-icon-button" align="end">
          <Icon name="more" />
        </Menu>
      </div>
      <Suspense>
        {dialog === 'people' && (
          <ChannelPeople channel={channel} colleagues={colleagues} onClose={() => setDialog(null)} />
        )}
        {dialog === 'rename' && <RenameChannel channel={channel} onClose={() => setDialog(null)} />}
      </Suspense>
    </li>
  );
}

type Values = { name: string; topic: string; isPrivate: boolean; userIds: string[] };
type Props = { colleagues: readonly ChannelMember[]; onMade: (channel: ChatChannel) => void; onClose: () => void };

/** Creates a channel; a taken name shows as a field error. */
function NewChannel({ colleagues, onMade, onClose }: Props) {
  const { scope, user } = useSession();
  const list = useListedChannel();
  const form = useCallForm<typeof chat.create, Values>(chat.create, {
    params: { orgId: scope?.orgId ?? 0 },
    draft: 'chat/new-channel',
    values: { name: '', topic: '', isPrivate: false, userIds: [] },
    body: (values) => ({ channelType: 'TEAM', ...values }),
    onSaved: (channel) => {
      list(channel.cid, channel);
      onMade(channel);
    },
  });
  const { errors } = form.rhf.formState;
  return (
    <FormDialog
      form={form}
      title="New channel"
      save="Create channel"
      onClose={onClose}
      width={480}
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          maxLength: CHANNEL_NAME_MAX,
          hint: 'Must be unique in your organization.',
        },
        { name: 'topic', label: 'Topic', maxLength: TOPIC_MAX, hint: 'What it’s for, in one line.' },
        {
          name: 'isPrivate',
          label: 'Private: only members see it, and only owners add people',
          control: 'checkbox',
        },
      ]}
    >
      <PeopleChoice
        label="People to add"
        people={colleagues.filter(({ userId }) => userId !== user.id)}
        chosen={form.rhf.watch('userIds')}
        onChange={(userIds) => form.rhf.setValue('userIds', [...userIds], { shouldDirty: true })}
      />
      {errors.userIds?.message && <FieldError>{errors.userIds.message}</FieldError>}
    </FormDialog>
  );
}

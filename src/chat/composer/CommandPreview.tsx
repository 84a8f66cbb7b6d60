import { useQuery } from '@tanstack/react-query';
import { useContext, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Channel } from 'stream-chat';
import { write } from '../../../domain/access/ability';
import type { ChannelMember, ShownChannel } from '../../../domain/chat/channel';
import { addsPeople, COMMANDS, ownPath, readInvite, readMute } from '../../../domain/chat/commands';
import { shortMoment } from '../../../domain/dates';
import { finds } from '../../../domain/search-text';
import { useCan } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { useSession } from '../../providers/session';
import { Manifests } from '../../shell/navigation/useAppNavigation';
import { visitedPages } from '../../shell/visited';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { timeZone } from '../../ui/reader-dates';
import { Skeleton } from '../../ui/states';
import css from './Composer.module.css';
import { InviteColleague } from './InviteColleague';
import { Frame, useAct } from './Preview';
import type { Asked, Posted } from './useCommands';

type Props = {
  asked: Asked;
  /** All that was typed. */
  text: string;
  live: Channel;
  channel: ShownChannel;
  colleagues: readonly ChannelMember[];
  onPost: (posted: Posted) => void;
  /** What was asked for is done, and nothing of it is posted. */
  onDone: () => void;
  onCancel: () => void;
};

/** What a command would do, for its author alone, before anything happens. */
export default function CommandPreview(props: Props) {
  const { asked } = props;
  if (asked.kind === 'unknown') return <Unknown {...props} name={asked.name} />;
  const given = { ...props, args: asked.args };
  switch (asked.name) {
    case 'order':
      return <Order {...given} />;
    case 'share':
      return <Share {...given} />;
    case 'invite':
      return <Invite {...given} />;
    case 'mute':
      return <Mute {...given} />;
    case 'help':
      return <Help {...given} />;
  }
}

type Given = Props & { args: string };

function Help({ onDone }: Given) {
  return (
    <Frame title="What you can type" onCancel={onDone} close="Close">
      <Commands />
    </Frame>
  );
}

function Commands() {
  return (
    <ul>
      {COMMANDS.map(({ name, args, does }) => (
        <li key={name}>
          <b>/{name}</b> <span className="muted">{args}</span> — {does}
        </li>
      ))}
    </ul>
  );
}

function Unknown({ name, text, onPost, onCancel }: Props & { name: string }) {
  return (
    <Frame
      title={`There’s no command /${name}`}
      onCancel={onCancel}
      action={
        <Button tone="primary" onClick={() => onPost({ text })}>
          Send as a message
        </Button>
      }
    >
      <Commands />
    </Frame>
  );
}

function Mute({ args, live, channel, onDone, onCancel }: Given) {
  const { isPending, error, run } = useAct(onDone);
  const asked = readMute(args);
  if ('refusal' in asked) return <Frame title={asked.refusal} onCancel={onCancel} close="Back" />;
  const { mute } = asked;
  if (mute === 'off') {
    return (
      <Frame
        title={`Unmute ${channel.name}`}
        onCancel={onCancel}
        action={
          <Button tone="primary" busy={isPending} onClick={() => run(() => live.unmute())}>
            Unmute
          </Button>
        }
      >
        <p>New messages count as unread again.</p>
        {error}
      </Frame>
    );
  }
  const until = mute === null ? 'until you unmute it' : `until ${shortMoment(new Date(Date.now() + mute), timeZone)}`;
  return (
    <Frame
      title={`Mute ${channel.name}`}
      onCancel={onCancel}
      action={
        <Button
          tone="primary"
          busy={isPending}
          onClick={() => run(() => live.mute(mute === null ? {} : { expiration: mute }))}
        >
          Mute
        </Button>
      }
    >
      <p>Its messages don’t count as unread, and mentions don’t notify you, {until}. Nobody else is told.</p>
      {error}
    </Frame>
  );
}

type Choice = { path: string; label: string; hint: string };
type ChoiceProps = Pick<Props, 'onPost' | 'onCancel'> & {
  title: string;
  choices: readonly Choice[];
  command: 'order' | 'share';
  args: string;
};

/** One of some pages, whose link is posted. */
function Choose({ title, choices, command, args, onPost, onCancel }: ChoiceProps) {
  const name = useId();
  const [path, setPath] = useState(choices[0]?.path);
  const send = () =>
    path !== undefined && onPost({ text: location.origin + path, command_name: command, command_args: args });
  return (
    <Frame
      title={title}
      onCancel={onCancel}
      action={
        <Button tone="primary" onClick={send}>
          Send
        </Button>
      }
    >
      <ul>
        {choices.map((one) => (
          <li key={one.path}>
            <label className={css.choice}>
              <input type="radio" name={name} checked={one.path === path} onChange={() => setPath(one.path)} />
              <span>
                {one.label} <span className="muted small">{one.hint}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="muted small">Everyone here gets the link. It opens for those who may see the page.</p>
    </Frame>
  );
}

const ORDERS = new Set(['orders', 'purchase-orders']);

function Order({ args, onPost, onCancel }: Given) {
  const { scope } = useSession();
  const { can } = useCan();
  const finders = useContext(Manifests).filter(
    ({ name, finds, requires }) => ORDERS.has(name) && finds && can(requires),
  );
  const term = args.replace(/^#/, '');
  const { data, error, refetch } = useQuery({
    queryKey: ['chat-order', scope?.orgId, term, finders.map(({ name }) => name)],
    enabled: term !== '',
    meta: { topics: [] },
    queryFn: async ({ signal }) => {
      const found = await Promise.all(finders.map(({ finds }) => (scope && finds?.(term, scope, { signal })) ?? []));
      return found.flat();
    },
  });
  if (term === '') return <Frame title="Type an order number or name after /order" onCancel={onCancel} close="Back" />;
  if (error) {
    return (
      <Frame
        title="We couldn’t look for the order"
        onCancel={onCancel}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <FieldError>{messageOf(error)}</FieldError>
      </Frame>
    );
  }
  if (!data) {
    return (
      <Frame title={`Looking for “${term}”`} onCancel={onCancel}>
        <Skeleton height="24px" />
      </Frame>
    );
  }
  if (data.length === 0)
    return <Frame title={`No order of yours matches “${term}”`} onCancel={onCancel} close="Back" />;
  const title = data.length === 1 ? 'Post a link to this order' : 'Which order?';
  return <Choose title={title} choices={data} command="order" args={args} onPost={onPost} onCancel={onCancel} />;
}

function Share({ args, onPost, onCancel }: Given) {
  const [pages] = useState(() => visitedPages().filter(({ path }) => !path.startsWith('/chat')));
  const path = args === '' ? null : ownPath(args, location.origin);
  const isWanted = finds(args);
  const visited = pages.filter(({ path, title }) => isWanted(title, path));
  const choices =
    path === null
      ? visited.map(({ path, title }) => ({ path, label: title, hint: path }))
      : [{ path, label: pages.find((page) => page.path === path)?.title ?? path, hint: path }];
  if (choices.length === 0) {
    const title = args === '' ? 'You had no other page open yet' : `“${args}” is no page you had open`;
    return (
      <Frame title={title} onCancel={onCancel} close="Back">
        <p>Open the page first, or paste its address after /share.</p>
      </Frame>
    );
  }
  const title = choices.length === 1 ? 'Post a link to this page' : 'Which page?';
  return <Choose title={title} choices={choices} command="share" args={args} onPost={onPost} onCancel={onCancel} />;
}

function Invite(props: Given) {
  const { args, channel, onCancel } = props;
  const { whyNot } = useCan();
  const navigate = useNavigate();
  const invited = readInvite(args);
  if (invited.kind === 'organization') {
    const whyNotInvite = whyNot(write('PARTNER_CHANNEL_INVITES'));
    if (whyNotInvite !== null) return <Frame title={whyNotInvite} onCancel={onCancel} close="Back" />;
    return (
      <Frame
        title="Invite another organization to a channel"
        onCancel={onCancel}
        action={
          <Button tone="primary" onClick={() => void navigate('/chat/browse-invites?new')}>
            Continue
          </Button>
        }
      >
        <p>You choose the organization next. Nothing is sent yet.</p>
      </Frame>
    );
  }
  if (!addsPeople(channel)) {
    const why = 'You can’t add people to a direct conversation. Create a channel instead.';
    return <Frame title={why} onCancel={onCancel} close="Back" />;
  }
  if (invited.kind === 'nobody') {
    return (
      <Frame title="Type @ and a colleague’s name, or organization, after /invite" onCancel={onCancel} close="Back" />
    );
  }
  return <InviteColleague {...props} channel={channel} name={invited.name} />;
}

import { useId, useState } from 'react';
import type { ChannelMember, ChatChannel, OrgChannel } from '../../../domain/chat/channel';
import { invitable } from '../../../domain/chat/commands';
import { refusalToAddColleagues } from '../../../domain/chat/org-rules';
import { factsOf, refusalToAdd } from '../../../domain/chat/rules';
import type { CallResult } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { useChannelEdit } from '../channels/useChannelEdit';
import { usePartnerChannel } from '../partners/usePartnerChannel';
import css from './Composer.module.css';
import { Frame, useAct } from './Preview';

type Props<C> = {
  name: string;
  channel: C;
  colleagues: readonly ChannelMember[];
  onDone: () => void;
  onCancel: () => void;
};

/** Adds a colleague to the channel that is open: of the organization, or with another. */
export function InviteColleague({ channel, ...props }: Props<ChatChannel | OrgChannel>) {
  return channel.channelType === 'NETWORK_ORG_TO_ORG' ? (
    <ToPartnerChannel channel={channel} {...props} />
  ) : (
    <ToTeamChannel channel={channel} {...props} />
  );
}

function ToTeamChannel(props: Props<ChatChannel>) {
  const { membership } = useSession();
  const { edit } = useChannelEdit(props.channel, { showsErrors: true });
  const whyNot = membership && refusalToAdd(factsOf(props.channel), membership);
  return <Add {...props} whyNot={whyNot} add={(userIdsToAdd) => edit({ userIdsToAdd })} />;
}

function ToPartnerChannel(props: Props<OrgChannel>) {
  const { membership } = useSession();
  const { edit } = usePartnerChannel(props.channel, { showsErrors: true });
  const whyNot = membership && refusalToAddColleagues(props.channel, membership);
  return <Add {...props} whyNot={whyNot} add={(userIdsToAdd) => edit({ userIdsToAdd })} />;
}

type AddProps = Props<ChatChannel | OrgChannel> & {
  whyNot: string | null;
  add: (userIds: string[]) => Promise<CallResult<unknown>>;
};

function Add({ name, channel, colleagues, whyNot, add, onDone, onCancel }: AddProps) {
  const { isPending, error, run } = useAct(onDone);
  const found = invitable(colleagues, channel.members, name);
  const [chosen, setChosen] = useState(found[0]?.userId);
  const field = useId();
  if (whyNot) return <Frame title={whyNot} onCancel={onCancel} close="Back" />;
  if (found.length === 0) {
    const isThere = invitable(channel.members, [], name).length > 0;
    const title = isThere ? `“${name}” is already in ${channel.name}` : `No colleague of yours is called “${name}”`;
    return <Frame title={title} onCancel={onCancel} close="Back" />;
  }
  const submit = async () => {
    const result = await add(chosen === undefined ? [] : [chosen]);
    if (!result.ok) throw result.error;
  };
  return (
    <Frame
      title={
        found.length === 1 ? `Add ${found[0]?.displayName} to ${channel.name}` : `Whom do you add to ${channel.name}?`
      }
      onCancel={onCancel}
      action={
        <Button tone="primary" busy={isPending} onClick={() => run(submit)}>
          Add
        </Button>
      }
    >
      {found.length > 1 && (
        <ul>
          {found.map(({ userId, displayName, orgRole }) => (
            <li key={userId}>
              <label className={css.choice}>
                <input type="radio" name={field} checked={userId === chosen} onChange={() => setChosen(userId)} />
                <span>
                  {displayName} <span className="muted small">{orgRole}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p>They see everything that was written here.</p>
      {error}
    </Frame>
  );
}

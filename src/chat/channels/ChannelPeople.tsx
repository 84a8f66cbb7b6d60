import { useState } from 'react';
import type { ChannelMember, ChatChannel } from '../../../domain/chat/channel';
import { factsOf, refusalToAdd, refusalToRemove } from '../../../domain/chat/rules';
import { counted } from '../../../domain/text';
import { messageOf } from '../../providers/call/call-errors';
import { useSession } from '../../providers/session';
import { Button, IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';
import css from '../chat.module.css';
import { PeopleChoice } from '../PeopleChoice';
import { OnlineDot } from '../presence/OnlineDot';
import { useOnline } from '../presence/useOnline';
import { useChannelEdit } from './useChannelEdit';

type Props = { channel: ChatChannel; colleagues: readonly ChannelMember[]; onClose: () => void };

/** The people in a channel; adds and removes them if allowed. */
export function ChannelPeople({ channel, colleagues, onClose }: Props) {
  const { membership, user } = useSession();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isOnline = useOnline();
  const { edit, isPending, error } = useChannelEdit(channel, { showsErrors: true });
  if (!membership) return null;
  const facts = factsOf(channel);
  const whyNotAdd = refusalToAdd(facts, membership);
  const mayRemove = refusalToRemove(facts, membership) === null;
  const others = colleagues.filter(({ userId }) => !channel.members.some((member) => member.userId === userId));
  const add = async () => {
    if ((await edit({ userIdsToAdd: [...chosen] })).ok) setChosen([]);
  };
  return (
    <Dialog
      title={`People in ${channel.name}`}
      onClose={onClose}
      actions={
        chosen.length > 0 && (
          <Button tone="primary" busy={isPending} onClick={() => void add()}>
            Add {counted(chosen.length, 'person', 'people')}
          </Button>
        )
      }
    >
      <div className={css.form}>
        <ul className={css.peopleList} aria-label={`People in ${channel.name}`}>
          {channel.members.map(({ userId, displayName, role, orgRole }) => (
            <li key={userId} className={css.member}>
              <span>
                {displayName}{' '}
                {isOnline(userId) && (
                  <>
                    <OnlineDot /> <span className="v-hidden">online</span>
                  </>
                )}{' '}
                <span className="muted small">{role === 'owner' ? `${orgRole} · channel owner` : orgRole}</span>
              </span>
              {mayRemove && userId !== user.id && (
                <IconButton
                  icon="close"
                  label={`Remove ${displayName}`}
                  onClick={() => void edit({ userIdsToRemove: [userId] })}
                />
              )}
            </li>
          ))}
        </ul>
        {others.length > 0 &&
          (whyNotAdd === null ? (
            <PeopleChoice label="Add people" people={others} chosen={chosen} onChange={setChosen} />
          ) : (
            !channel.isDefault && <p className="muted small">{whyNotAdd}</p>
          ))}
        {error !== null && <FieldError>{messageOf(error)}</FieldError>}
      </div>
    </Dialog>
  );
}

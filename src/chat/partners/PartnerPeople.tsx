import { useState } from 'react';
import type { ChannelMember, OrgChannel } from '../../../domain/chat/channel';
import { refusalToAddColleagues, refusalToRun } from '../../../domain/chat/org-rules';
import { counted } from '../../../domain/text';
import { messageOf } from '../../providers/call/call-errors';
import { useSession } from '../../providers/session';
import { Button, IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';
import css from '../chat.module.css';
import { PeopleChoice } from '../PeopleChoice';
import { usePartnerChannel } from './usePartnerChannel';

type Props = { channel: OrgChannel; colleagues: readonly ChannelMember[]; onClose: () => void };

/** The people of both organizations in a channel; the reader manages their own side, if they may. */
export function PartnerPeople({ channel, colleagues, onClose }: Props) {
  const { membership, user } = useSession();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { edit, isPending, error } = usePartnerChannel(channel, { showsErrors: true });
  if (!membership) return null;
  const whyNotAdd = refusalToAddColleagues(channel, membership);
  const mayRemove = refusalToRun(channel, membership) === null;
  const others = colleagues.filter(({ userId }) => !channel.memberUserIds.includes(userId));
  const add = async () => {
    if ((await edit({ userIdsToAdd: [...chosen] })).ok) setChosen([]);
  };
  return (
    <Dialog
      title={`People in the channel with ${channel.name}`}
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
        {channel.orgs.map(({ id, name }) => {
          const people = channel.members.filter(({ orgId }) => orgId === id);
          return (
            <section key={id} aria-label={name}>
              <h3 className={css.side}>{name}</h3>
              {people.length === 0 && <p className="muted small">No one is in it at the moment.</p>}
              <ul className={css.peopleList} aria-label={`People of ${name}`}>
                {people.map(({ userId, displayName, role, orgRole }) => (
                  <li key={userId} className={css.member}>
                    <span>
                      {displayName}{' '}
                      <span className="muted small">
                        {[orgRole, role === 'owner' ? 'channel owner' : ''].filter(Boolean).join(' · ')}
                      </span>
                    </span>
                    {mayRemove && id === channel.orgId && userId !== user.id && (
                      <IconButton
                        icon="close"
                        label={`Remove ${displayName}`}
                        onClick={() => void edit({ userIdsToRemove: [userId] })}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {others.length > 0 &&
          (whyNotAdd === null ? (
            <PeopleChoice label="Add colleagues" people={others} chosen={chosen} onChange={setChosen} />
          ) : (
            <p className="muted small">{whyNotAdd}</p>
          ))}
        <p className="muted small">Only {channel.name} can add or remove their own people.</p>
        {error !== null && <FieldError>{messageOf(error)}</FieldError>}
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChannelMember } from '../../../domain/chat/channel';
import { chat } from '../../../domain/chat/contract';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Dialog } from '../../ui/Dialog';
import { Field, TextInput } from '../../ui/Field';
import css from '../chat.module.css';
import { matching } from '../PeopleChoice';
import { OnlineDot } from '../presence/OnlineDot';
import { useOnline } from '../presence/useOnline';
import { useListedChannel } from './useListedChannel';

/** Opens a direct conversation. */
export function NewConversation({ people, onClose }: { people: readonly ChannelMember[]; onClose: () => void }) {
  const { scope, user } = useSession();
  const navigate = useNavigate();
  const list = useListedChannel();
  const isOnline = useOnline();
  const [search, setSearch] = useState('');
  const { run, isPending } = useCall(chat.create);
  const found = matching(people, search).filter(({ userId }) => userId !== user.id);
  const write = async (userId: string) => {
    if (isPending) return;
    const result = await run({ params: { orgId: scope?.orgId ?? 0 }, body: { channelType: 'TEAM_DM', userId } });
    if (!result.ok) return;
    list(result.value.cid, result.value);
    onClose();
    await navigate(`/chat/messages/${result.value.cid}`);
  };
  return (
    <Dialog title="Message a teammate" onClose={onClose} closable={!isPending}>
      <div className={css.form}>
        <Field label="Find people">
          <TextInput type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
        <ul className={css.peopleList} aria-label="Teammates">
          {found.map(({ userId, displayName, orgRole }) => (
            <li key={userId}>
              <button
                type="button"
                className={css.person}
                aria-busy={isPending || undefined}
                onClick={() => void write(userId)}
              >
                {displayName} <span className="muted small">{orgRole}</span>{' '}
                {isOnline(userId) && (
                  <>
                    <OnlineDot /> <span className="v-hidden">online</span>
                  </>
                )}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="muted small">
            {search ? `No one matches “${search}”.` : 'You’re the only person in your organization so far.'}
          </p>
        )}
      </div>
    </Dialog>
  );
}

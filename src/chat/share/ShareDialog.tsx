import { useId, useRef, useState } from 'react';
import type { ShownChannel } from '../../../domain/chat/channel';
import { refusalToWrite } from '../../../domain/chat/rules';
import { finds } from '../../../domain/search-text';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, FieldError, TextArea, TextInput } from '../../ui/Field';
import { ErrorState, Skeleton } from '../../ui/states';
import { ChatGate, type Ready } from '../ChatGate';
import { networkChannels } from '../channels/network-channels';
import { liveChannel, useLiveChannels } from '../channels/useLiveChannels';
import css from './ShareDialog.module.css';

export type ShareDialogProps = {
  /** The address of one of our pages. */
  link: string;
  /** It was sent, or the reader left. */
  onDone: () => void;
};

const TITLE = 'Share in a message';

/** Chooses a conversation and sends a link there. */
export function ShareDialog({ link, onDone }: ShareDialogProps) {
  const [busy, setBusy] = useState(false);
  const waiting = <Skeleton height="220px" />;
  return (
    <Dialog title={TITLE} onClose={onDone} closable={!busy}>
      <ChatGate waiting={waiting}>
        {(ready) => <Choice {...ready} link={link} onDone={onDone} busy={busy} setBusy={setBusy} />}
      </ChatGate>
    </Dialog>
  );
}

const KINDS: Record<ShownChannel['channelType'], string> = {
  TEAM: 'Channel',
  TEAM_DM: 'Direct message',
  NETWORK_ORG_TO_ORG: 'Partner channel',
  NETWORK_DM: 'Connection',
};

type ChoiceProps = Ready & ShareDialogProps & { busy: boolean; setBusy: (busy: boolean) => void };

function Choice({ client, channels, partners, link, onDone, busy, setBusy }: ChoiceProps) {
  const own: readonly ShownChannel[] = [...channels, ...partners].filter(({ role }) => role !== null);
  const live = useLiveChannels(client, own, null);
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const group = useId();
  // The same message however often it is sent again.
  const id = useRef(crypto.randomUUID());
  if (live.error) return <ErrorState message="We couldn’t load your conversations." onRetry={live.retry} />;
  if (!live.isReady) return <Skeleton height="220px" />;
  const open: readonly ShownChannel[] = [...own, ...networkChannels(client)].filter(
    (channel) => refusalToWrite(channel) === null,
  );
  const isWanted = finds(search);
  const found = open.filter(({ name }) => isWanted(name));
  const channel = open.find(({ cid }) => cid === chosen);
  const send = async () => {
    const to = channel && liveChannel(client, channel);
    if (busy) return;
    if (!to) return setProblem('Choose a conversation');
    setProblem(null);
    setBusy(true);
    try {
      await to.sendMessage({ id: id.current, text: note.trim() === '' ? link : `${note.trim()}\n${link}` });
      showSnack({ status: 'success', message: `Sent to ${channel.name}.` });
      onDone();
    } catch {
      setProblem('It wasn’t sent. Check your connection and try again.');
      setBusy(false);
    }
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label="Find a conversation">
        <TextInput type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <ul className={css.list} aria-label="Conversations">
        {found.map(({ cid, name, channelType }) => (
          <li key={cid}>
            <label>
              <input
                type="radio"
                name={group}
                checked={cid === chosen}
                onChange={() => {
                  choose(cid);
                  setProblem(null);
                }}
              />
              <span>{name}</span>
              <span className="muted small">{KINDS[channelType]}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted small">No conversation matches “{search}”.</p>}
      <Field label="Message (optional)">
        <TextArea rows={2} maxLength={2000} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <p className={css.link}>{link}</p>
      <p className="v-hint">Each person sees of it what their own role shows them.</p>
      {problem && <FieldError>{problem}</FieldError>}
      <div>
        <Button tone="primary" type="submit" busy={busy}>
          Send
        </Button>
      </div>
    </form>
  );
}

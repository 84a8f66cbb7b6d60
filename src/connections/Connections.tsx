import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import {
  CONNECTION_VIEWS,
  type Connection,
  type ConnectionView,
  otherPerson,
  REINVITE_DAYS,
  viewOf,
} from '../../domain/connections/connection';
import { connections as calls } from '../../domain/connections/contract';
import { usePersonOnly } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { FormSheet } from '../kit/form/FormSheet';
import { QueryState } from '../kit/form/QueryState';
import { Confirm } from '../kit/form/questions/Confirm';
import { useActionForm } from '../kit/form/useRecordForm';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { useResourceDelete, useResourceList, useResourceUpdate } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { Button } from '../ui/Button';
import { Field, TextInput } from '../ui/Field';
import { PageFrame } from '../ui/PageFrame';
import { Picture } from '../ui/Picture';
import { Pill } from '../ui/Pill';
import { dateHere } from '../ui/reader-dates';
import { BlockedUsers } from './BlockedUsers';
import { BlockPerson } from './BlockPerson';
import css from './connections.module.css';
import { MessageConnection } from './MessageConnection';
import { blockedUsers, connections as resource } from './resource';

const VIEWS = Object.entries(CONNECTION_VIEWS) as [ConnectionView, string][];

type RowView = Exclude<ConnectionView, 'blocked-users'>;

const EMPTY: Record<RowView, { title: string; hint: string }> = {
  connected: { title: 'No connections yet', hint: 'Send your link to people you work with.' },
  'invites-received': { title: 'No invites', hint: 'Invites to connect appear here.' },
  'invites-sent': { title: 'No invites sent', hint: 'Invite people from their card, or send them your link.' },
};

/** Where the screens of connections are, and the cards of the people. */
const PROFILE = { base: '/profile/connections', cards: '/account/listing' };
type Place = typeof PROFILE;

export default function ProfileConnections() {
  return <Connections {...PROFILE} />;
}

/** The person's connections, the invites they got and the ones they sent, whom they blocked, and their own link. */
export function Connections({ base, cards }: Place) {
  const { slug = '' } = useParams();
  const { id } = useSession().user;
  const { query } = useResourceList(resource);
  const blocked = useResourceList(blockedUsers);
  const [removed, setRemoved] = useState<Connection | null>(null);
  const [toBlock, setToBlock] = useState<Connection | null>(null);
  if (!(slug in CONNECTION_VIEWS)) return <Navigate replace to={`${base}/connected`} />;
  const view = slug as ConnectionView;
  const inView = (rows: readonly Connection[], name: ConnectionView) => rows.filter((row) => viewOf(row, id) === name);
  const counted = (name: ConnectionView) =>
    name === 'blocked-users'
      ? blocked.query.data?.data.length
      : query.data && inView(query.data.data, name as RowView).length;
  return (
    <PageFrame title="Connections" busy={query.isFetching && query.data !== undefined}>
      <div className={css.settings}>
        <nav aria-label="Lists of connections">
          <ul className={css.views}>
            {VIEWS.map(([name, label]) => (
              <li key={name}>
                <Link to={`${base}/${name}`} aria-current={name === view ? 'page' : undefined}>
                  {label} <span className={css.count}>{counted(name)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className={css.section} aria-labelledby="connections-list">
          <h2 id="connections-list">{CONNECTION_VIEWS[view]}</h2>
          {view === 'blocked-users' ? (
            <BlockedUsers query={blocked.query} />
          ) : (
            <QueryState
              query={query}
              empty={{ icon: 'user', ...EMPTY[view] }}
              isEmpty={({ data }) => inView(data, view).length === 0}
            >
              {({ data }) => (
                <ul className={`lined ${css.people}`}>
                  {inView(data, view).map((row) => (
                    <PersonRow
                      key={row.id}
                      row={row}
                      view={view}
                      cards={cards}
                      onRemove={() => setRemoved(row)}
                      onBlock={() => setToBlock(row)}
                    />
                  ))}
                </ul>
              )}
            </QueryState>
          )}
        </section>
        <section className={css.section} aria-labelledby="connection-link">
          <h2 id="connection-link">Your link</h2>
          <ConnectionLink />
        </section>
      </div>
      {removed && <RemoveConnection row={removed} onClose={() => setRemoved(null)} />}
      {toBlock && <BlockPerson person={otherPerson(toBlock, id)} onClose={() => setToBlock(null)} />}
    </PageFrame>
  );
}

type RowProps = { row: Connection; view: RowView; cards: string; onRemove: () => void; onBlock: () => void };

function PersonRow({ row, view, cards, onRemove, onBlock }: RowProps) {
  const personOnly = usePersonOnly();
  const person = otherPerson(row, useSession().user.id);
  const { displayName, organizations, profileImageUri, userId } = person;
  const answer = useResourceUpdate(resource);
  const off = personOnly !== null;
  const say = (status: 'ACCEPTED' | 'IGNORED') => void answer.run(row.id, { status });
  return (
    <li>
      <Picture src={profileImageUri} name={displayName} size={40} />
      <div className={css.who}>
        <p>
          {view === 'connected' ? <Link to={`${cards}/user-${userId}`}>{displayName}</Link> : displayName}{' '}
          {row.status === 'IGNORED' && <Pill mark="slash">Ignored</Pill>}
        </p>
        <p className="muted">
          {[
            ...organizations,
            row.connected ? `Since ${dateHere(row.connected)}` : `Invited ${dateHere(row.invited)}`,
          ].join(' · ')}
        </p>
      </div>
      <div className={css.acts}>
        {view === 'connected' && <MessageConnection connectionId={row.id} displayName={displayName} />}
        {view === 'invites-received' ? (
          <>
            <Button
              tone="primary"
              busy={answer.isPending}
              disabled={off}
              aria-label={`Accept ${displayName}`}
              onClick={() => say('ACCEPTED')}
            >
              Accept
            </Button>
            {row.status === 'INVITED' && (
              <Button disabled={off} aria-label={`Ignore ${displayName}`} onClick={() => say('IGNORED')}>
                Ignore
              </Button>
            )}
          </>
        ) : (
          <Button
            disabled={off}
            aria-label={`${view === 'connected' ? 'Remove' : 'Withdraw the invite to'} ${displayName}`}
            onClick={onRemove}
          >
            {view === 'connected' ? 'Remove' : 'Withdraw'}
          </Button>
        )}
        <Button disabled={off} aria-label={`Block ${displayName}`} onClick={onBlock}>
          Block
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
    </li>
  );
}

function RemoveConnection({ row, onClose }: { row: Connection; onClose: () => void }) {
  const { id } = useSession().user;
  const { displayName } = otherPerson(row, id);
  const again =
    row.invitingUser.userId === id
      ? `You can invite them again after ${REINVITE_DAYS} days.`
      : 'You can invite them again.';
  const { run } = useResourceDelete(resource, { showsErrors: true });
  const isConnected = row.status === 'ACCEPTED';
  return (
    <Confirm
      title={isConnected ? `Remove ${displayName}?` : `Withdraw the invite to ${displayName}?`}
      act={isConnected ? 'Remove connection' : 'Withdraw invite'}
      run={() => run(row.id)}
      success={isConnected ? `${displayName} is no longer a connection.` : `Invite to ${displayName} withdrawn.`}
      onClose={onClose}
    >
      <p>
        {isConnected
          ? `You no longer see each other’s cards, unless you work together. ${again}`
          : `They no longer see it. ${again}`}
      </p>
    </Confirm>
  );
}

/** The person's own link, to copy or to email. */
function ConnectionLink() {
  const personOnly = usePersonOnly();
  if (personOnly) return <p className="muted">{personOnly}</p>;
  return <OwnLink />;
}

function OwnLink() {
  const query = useCallQuery(calls.link, {});
  const { run } = useCall(calls.sendLink, { showsErrors: true });
  const form = useActionForm<{ email: string }, unknown>(
    ({ email }, idempotencyKey) => run({ query: { email } }, { idempotencyKey }),
    { values: { email: '' }, schema: calls.sendLink.query, clears: true, success: 'We emailed your link.' },
  );
  return (
    <>
      <p className="muted">Whoever opens it and accepts is connected with you at once.</p>
      <QueryState query={query}>{({ link }) => <CopyLink link={link} />}</QueryState>
      <FormSheet
        form={form}
        label="Email your link"
        save="Send link"
        always
        fields={[{ name: 'email', label: 'Email', control: 'email', required: true, maxLength: 254 }]}
      />
    </>
  );
}

function CopyLink({ link }: { link: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setSaid('Copied'),
      () => setSaid('Select the link and press Ctrl+C or ⌘C to copy'),
    );
  return (
    <div className={css.link}>
      <Field label="Link" hint={said}>
        <TextInput readOnly value={link} onFocus={({ target }) => target.select()} />
      </Field>
      <Button icon="copy" onClick={() => void copy()}>
        Copy link
      </Button>
      <span role="status" className="v-hidden">
        {said}
      </span>
    </div>
  );
}

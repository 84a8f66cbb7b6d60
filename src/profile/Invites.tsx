import { useRef, useState } from 'react';
import { brandInvites } from '../../domain/brands/contract';
import { invitations } from '../../domain/team/invitation-contract';
import { usePersonOnly } from '../access/useCan';
import { connections } from '../connections/resource';
import { QueryState } from '../kit/form/QueryState';
import { Panel } from '../kit/record/RecordPage';
import { messageOf } from '../providers/call/call-errors';
import { useCallQuery } from '../providers/refine/use-call';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { ResendVerification } from '../shell/session/ResendVerification';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { PageFrame } from '../ui/PageFrame';
import { Pill } from '../ui/Pill';
import { EmptyState } from '../ui/states';
import { InviteItem } from './invites/InviteItem';
import { type InviteRow, inviteRows } from './invites/invite-rows';
import { OpenedLink } from './invites/OpenedLink';
import css from './profile.module.css';

type Refused = { row: InviteRow; message: string };

/** Every invite to the person, to organizations, brands and connections, with its answer; and what became of past ones. */
export default function Invites() {
  const personOnly = usePersonOnly();
  const query = useInvites();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const waitingList = useRef<HTMLDivElement>(null);
  const forget = (key: string) => setRefused((all) => all.filter(({ row }) => row.key !== key));
  const answering = (row: InviteRow) => ({
    row,
    locked: personOnly !== null,
    onAnswered: () => {
      forget(row.key);
      waitingList.current?.focus();
    },
    onRefused: (error: unknown) => {
      forget(row.key);
      setRefused((all) => [...all, { row, message: messageOf(error) }]);
      query.refetch();
    },
  });
  const whyRefused = (key: string) => refused.find(({ row }) => row.key === key)?.message ?? null;
  const waiting = query.data?.rows.filter(({ isWaiting }) => isWaiting) ?? [];
  const past = query.data?.rows.filter(({ isWaiting }) => !isWaiting) ?? [];
  const gone = refused.filter(({ row }) => !waiting.some(({ key }) => key === row.key) && row.isWaiting);
  return (
    <PageFrame
      title="Invites"
      aside={waiting.length > 0 && <Pill tone="info">{waiting.length} waiting</Pill>}
      busy={query.isFetching && query.data !== undefined}
    >
      <div className={css.settings}>
        {personOnly && <p role="note">{personOnly}</p>}
        <Panel title="Waiting for your answer">
          <div ref={waitingList} tabIndex={-1} className={css.list}>
            <QueryState query={query}>
              {({ isEmailConfirmed }) =>
                waiting.length + gone.length === 0 && isEmailConfirmed ? (
                  <EmptyState
                    icon="check"
                    title="Nothing awaits your answer"
                    hint="Invites to organizations, brands and connections appear here."
                  />
                ) : (
                  <ul className={`lined ${css.invites}`}>
                    {!isEmailConfirmed && <UnconfirmedEmail />}
                    {gone.map(({ row, message }) => (
                      <InviteItem key={row.key} {...answering(row)} isGone>
                        <FieldError>{message}</FieldError>
                        <Button onClick={() => forget(row.key)}>Dismiss</Button>
                      </InviteItem>
                    ))}
                    {waiting.map((row) => (
                      <InviteItem key={row.key} {...answering(row)}>
                        {whyRefused(row.key) && <FieldError>{whyRefused(row.key)}</FieldError>}
                      </InviteItem>
                    ))}
                  </ul>
                )
              }
            </QueryState>
          </div>
        </Panel>
        <OpenedLink locked={personOnly !== null} rows={query.data?.rows ?? []} />
        {past.length > 0 && (
          <Panel title="Earlier">
            <ul className={`lined ${css.invites}`}>
              {past.map((row) => (
                <InviteItem key={row.key} {...answering(row)}>
                  {!row.isWaiting && whyRefused(row.key) && <FieldError>{whyRefused(row.key)}</FieldError>}
                </InviteItem>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </PageFrame>
  );
}

/** Invites of all kinds, once all are read. */
function useInvites() {
  const { id } = useSession().user;
  const past = { query: { past: 'true' } };
  const toOrganizations = useCallQuery(invitations.mine, past, { topics: ['invitations'] });
  const toBrands = useCallQuery(brandInvites.received, past, { topics: ['invitations'] });
  const { query: connected } = useResourceList(connections);
  const waiting = useCallQuery(invitations.waiting, {}, { topics: ['invitations'] });
  const all = [toOrganizations, toBrands, connected, waiting];
  const data = toOrganizations.data &&
    toBrands.data &&
    connected.data &&
    waiting.data && {
      rows: inviteRows({
        toOrganizations: toOrganizations.data,
        toBrands: toBrands.data,
        connections: connected.data.data,
        viewerId: id,
        now: new Date(),
      }),
      isEmailConfirmed: waiting.data.isEmailConfirmed,
    };
  return {
    data,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const one of all) void one.refetch();
    },
  };
}

function UnconfirmedEmail() {
  const { email } = useSession().user;
  return (
    <li>
      <div className={css.about}>
        <p>
          <strong>Confirm your email</strong>
        </p>
        <p className="muted">Invites sent to {email} appear here once you open the link we emailed you.</p>
      </div>
      <div className={css.acts}>
        <ResendVerification />
      </div>
    </li>
  );
}

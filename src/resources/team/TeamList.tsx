import { useMemo, useState } from 'react';
import { write } from '../../../domain/access/ability';
import type { OrgUser } from '../../../domain/organization/organization';
import { useCan } from '../../access/useCan';
import { usePersonOnly } from '../../access/usePersonOnly';
import { WhyNot } from '../../access/WhyNot';
import { preferencesOf } from '../../kit/list/grid-preferences';
import { messageOf } from '../../providers/call-errors';
import { useSession } from '../../providers/session';
import { useBegin } from '../../shell/useBegin';
import { Button } from '../../ui/Button';
import { Select, TextInput } from '../../ui/Field';
import { DataGrid } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import type { TeamAct } from './acts';
import { nameOf } from './people';
import { type Reader, whyNotChange } from './reasons';
import { TeamActs, useTeamActs } from './TeamActs';
import './team.css';
import { teamColumns } from './team.columns';
import { useTeam } from './useTeam';

/** The people of the organization: invited, changed and removed here. */
export default function TeamList() {
  const { membership, user } = useSession();
  const whyNot = useCan().whyNot(write('MANAGE_USERS'));
  const personOnly = usePersonOnly();
  const team = useTeam();
  const [act, setAct] = useState<TeamAct | null>(null);
  const selfId = membership?.orgUserId;
  const columns = useMemo(() => teamColumns(team.roles, selfId), [team.roles, selfId]);
  const preferences = useMemo(() => preferencesOf(user.id), [user.id]);
  const reader: Reader | null = membership && { membership, whyNot, personOnly };
  const rowActions = useTeamActs(reader, team.roles, setAct);
  const failed = team.people.error ?? team.rolesQuery.error;
  const isReady = team.people.data !== undefined && team.rolesQuery.data !== undefined;

  useBegin('invite', whyNot === null && isReady, () => setAct({ kind: 'invite' }));

  const invite = (
    <Button
      tone="primary"
      icon="plus"
      disabled={whyNot !== null || !isReady}
      onClick={() => setAct({ kind: 'invite' })}
    >
      Invite
    </Button>
  );
  const open = (person: OrgUser) => {
    const role = team.roles.find(({ id }) => id === person.orgRole.id);
    if (reader && whyNotChange(reader, role) === null) setAct({ kind: 'edit', person });
  };
  return (
    <PageFrame
      title="Team"
      actions={
        <>
          {invite}
          {whyNot && <WhyNot reason={whyNot} />}
        </>
      }
    >
      <DataGrid<OrgUser>
        id="team"
        label="Team"
        columns={columns}
        rows={isReady ? team.shown : undefined}
        rowId={({ id }) => String(id)}
        rowLabel={nameOf}
        noun={['person', 'people']}
        preferences={preferences}
        refreshing={isReady && team.people.isFetching}
        error={failed && !isReady ? messageOf(failed) : null}
        onRetry={() => void Promise.all([team.people.refetch(), team.rolesQuery.refetch()])}
        rowActions={rowActions}
        onOpen={open}
        empty={
          team.isNarrowed
            ? {
                title: 'Nobody matches',
                hint: 'Try another name, or look at everybody.',
                action: <Button onClick={team.showAll}>Show everybody</Button>,
              }
            : { title: 'Nobody is here yet', hint: 'Invite the people you work with.', action: invite }
        }
        toolbar={
          <>
            <TextInput
              type="search"
              className="t-search"
              aria-label="Find people"
              placeholder="Find people"
              autoComplete="off"
              maxLength={100}
              value={team.search}
              onChange={({ target }) => team.findText(target.value)}
            />
            <Select
              className="t-role"
              aria-label="Role"
              placeholder="All roles"
              value={team.roleId}
              options={team.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ target }) => team.findRole(target.value)}
            />
          </>
        }
      />
      {act && reader && <TeamActs act={act} reader={reader} team={team} onNext={setAct} />}
    </PageFrame>
  );
}

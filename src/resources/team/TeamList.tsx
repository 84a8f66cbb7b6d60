import { useCallback, useMemo, useState } from 'react';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { team as calls } from '../../../domain/team/contract';
import { teamImports } from '../../../domain/team/import-contract';
import type { OrgUser } from '../../../domain/team/member';
import { teamFilters } from '../../../domain/team/team';
import { useCan, usePersonOnly } from '../../access/useCan';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import type { TeamAction } from './list/actions';
import { TeamActions, useTeamActions } from './list/TeamActions';
import { matches, nameOf } from './people';
import { type Reader, whyNotChange } from './reasons';
import { team } from './resource';
import { EditDrawer, InviteDrawer } from './TeamDrawer';
import { teamBulk } from './team.bulk';
import { teamColumns } from './team.columns';
import { useTeam } from './useTeam';

const TEAM = { name: 'team' };
const LINKS = [{ to: '/account/manage-users/import', label: 'Invite many', requires: teamImports.apply.requires }];

/** The organization's people: invite, edit and remove. */
export default function TeamList() {
  const { membership, organization } = useSession();
  const whyNot = useCan().whyNot(team.create.requires);
  const personOnly = usePersonOnly();
  const address = useListAddress(teamFilters);
  const { filters } = address;
  const { isReady, list, roles } = useTeam();
  const [act, setAction] = useState<TeamAction | null>(null);
  const selfId = membership?.orgUserId;
  const columns = useMemo(() => teamColumns(roles, selfId), [roles, selfId]);
  const reader: Reader | null = membership && { membership, whyNot, personOnly };
  const bulk = useMemo(() => teamBulk(roles, selfId), [roles, selfId]);
  const rowActions = useTeamActions(reader, roles, setAction);
  const facets = organization
    ? {
        roles,
        licenses: organization.licenses.map((license) => ({
          id: license.id,
          displayName: licenseDisplayName(license),
        })),
        brands: organization.brands.map(({ id, name }) => ({ id, name })),
        companies: organization.companies.map(({ companyId: id, name }) => ({ id, name })),
      }
    : undefined;
  const invite = <CreateButton label="Invite" requires={calls.invite.requires} disabled={!isReady} />;
  return (
    <PageFrame
      title="Team"
      actions={
        <>
          <ListLinks links={LINKS} />
          {invite}
        </>
      }
    >
      <ResourceGrid<OrgUser>
        resource={TEAM}
        label="Team"
        noun={['person', 'people']}
        columns={columns}
        nameOf={nameOf}
        {...list}
        matches={useCallback((person: OrgUser) => matches(person, filters), [filters])}
        address={address}
        search={{ label: 'Find people', field: 'q' }}
        filters={teamFilters}
        facets={facets}
        empty={{ title: 'No one here yet', hint: 'Invite the people you work with.', action: invite }}
        rowActions={rowActions}
        bulk={bulk}
        whyNotOpen={(person) =>
          reader &&
          whyNotChange(
            reader,
            roles.find(({ id }) => id === person?.orgRole.id),
          )
        }
        drawer={({ row, onClose }) => {
          const form = reader && { reader, roles, onClose };
          if (!form) return null;
          return row ? (
            <EditDrawer person={row} {...form} />
          ) : (
            <InviteDrawer
              {...form}
              onInvited={({ inviteLink, inviteExpiresAt, ...person }) => {
                onClose();
                setAction({ kind: 'invited', person, link: inviteLink, expiresAt: inviteExpiresAt });
              }}
            />
          );
        }}
      />
      {act && reader && <TeamActions act={act} onClose={() => setAction(null)} />}
    </PageFrame>
  );
}

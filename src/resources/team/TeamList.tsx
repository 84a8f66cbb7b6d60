import { useCallback, useMemo, useState } from 'react';
import { selectableRoles } from '../../../domain/access/roles';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { team as calls } from '../../../domain/team/contract';
import { teamImports } from '../../../domain/team/import-contract';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';
import { teamFilters } from '../../../domain/team/team';
import { counted } from '../../../domain/text';
import { useCan, usePersonOnly } from '../../access/useCan';
import { CreateButton, type ListBulk, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import type { TeamAction } from './list/actions';
import { TeamActions, useTeamActions } from './list/TeamActions';
import { assignableBrands, matches, nameOf } from './people';
import { type Reader, seesAssignedOnly, whyNotChange } from './reasons';
import { team } from './resource';
import { roles as roleResource } from './roles/resource';
import { EditDrawer, InviteDrawer } from './TeamDrawer';
import css from './team.module.css';

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
        brands: assignableBrands(organization),
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

/** Bulk actions on the team; `selfId` is the reader's own membership, whose role others change. */
function teamBulk(roles: readonly OrgRole[], selfId: number | undefined): ListBulk<OrgUser, typeof calls.bulk> {
  const role = {
    name: 'roleId' as const,
    label: 'Role',
    control: 'select' as const,
    placeholder: 'Choose a role',
    options: selectableRoles(roles).map(({ id, name }) => ({ value: id, label: name })),
    required: true,
    hint: 'With a custom role, each person keeps the licenses, brands and companies they have now.',
  };
  return {
    call: calls.bulk,
    label: 'Change',
    nothingOpen: 'You can’t change the owner’s role or your own.',
    acts: [
      {
        act: 'setRole',
        asks: [role],
        title: 'Set the role of #',
        outcome: ({ roleId }) => `set to ${role.options.find(({ value }) => value === roleId)?.label ?? 'this role'}`,
        isOpenTo: ({ id, orgRole }) => id !== selfId && !orgRole.isOwner,
      },
    ],
  };
}

const STATUSES = { ACTIVE: 'Active', INVITED: 'Invited', UNSENT: 'Not emailed' } as const;
const LOOKS = {
  ACTIVE: { tone: 'positive', mark: 'check' },
  INVITED: { tone: 'warning', mark: 'clock' },
  UNSENT: { tone: 'negative' },
} as const;

const statusOf = ({ status, emailProblem }: OrgUser) => (emailProblem === null ? status : 'UNSENT');

/** '2 licenses, 1 brand', or "Everything". */
function assignedTo({ licenseIds, brandIds, companyIds }: OrgUser, role: OrgRole | undefined): string {
  if (!seesAssignedOnly(role)) return 'Everything';
  const lists = [
    count(licenseIds, 'license', 'licenses'),
    count(brandIds, 'brand', 'brands'),
    count(companyIds, 'company', 'companies'),
  ].filter(Boolean);
  return lists.join(', ') || 'Nothing yet';
}

const count = ({ length }: readonly number[], one: string, many: string) => length > 0 && counted(length, one, many);

/** Team columns; `selfId` is the reader's own membership. */
function teamColumns(roles: readonly OrgRole[], selfId: number | undefined): readonly GridColumn<OrgUser>[] {
  const roleOf = ({ orgRole }: OrgUser) => roles.find(({ id }) => id === orgRole.id);
  return [
    nameColumn('name', 'Name', {
      cell: (person) =>
        person.id === selfId ? (
          <span className={css.name}>
            {nameOf(person)}
            <Pill>You</Pill>
          </span>
        ) : (
          nameOf(person)
        ),
      value: nameOf,
      opens: true,
      width: 214,
    }),
    textColumn('email', 'Email', ({ email }) => email, { width: 231, sortable: true, card: 'lead' }),
    textColumn('title', 'Title', ({ title }) => title, { width: 154, sortable: true, card: 'hidden' }),
    textColumn('role', 'Role', ({ orgRole }) => orgRole.name, { width: 124, sortable: true }),
    textColumn('assigned', 'Access', (person) => assignedTo(person, roleOf(person)), { width: 233 }),
    {
      id: 'status',
      header: 'Status',
      cell: (person) => <Pill {...LOOKS[statusOf(person)]}>{STATUSES[statusOf(person)]}</Pill>,
      value: (person) => STATUSES[statusOf(person)],
      width: 112,
      sortable: true,
      card: 'lead',
    },
    textColumn('salesRep', 'Rep ID', ({ salesRepId }) => salesRepId, { width: 88, sortable: true, card: 'hidden' }),
  ];
}

/** The organization's people and roles; `list` has no rows until both are loaded. */
function useTeam() {
  const people = useResourceList(team);
  const roles = useResourceList(roleResource);
  const isReady = people.query.isSuccess && roles.query.isSuccess;
  const failed = people.query.error ?? roles.query.error;
  return {
    isReady,
    roles: roles.result.data,
    list: {
      rows: isReady ? people.result.data : undefined,
      refreshing: isReady && people.query.isFetching,
      error: failed && !isReady ? messageOf(failed) : null,
      onRetry: () => void Promise.all([people.query.refetch(), roles.query.refetch()]),
    },
  };
}

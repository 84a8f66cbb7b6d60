import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { OrgRole } from '../../../../domain/team/role';
import { useCan } from '../../../access/useCan';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { CreateButton, RecordDrawer } from '../../../kit/list';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useIsMedium } from '../../../ui/hooks';
import { Icon } from '../../../ui/Icon';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states';
import { useChangeSearch } from '../../../ui/useChangeSearch';
import { ROLE, roleAddress } from './address';
import { RoleNav } from './RoleNav';
import nav from './RoleNav.module.css';
import { RolePanel } from './RolePanel';
import { roles as resource, roles as rolesResource } from './resource';
import styles from './roles.module.css';

/** The organization's roles and their permissions. */
export default function RoleList() {
  const [parameters] = useSearchParams();
  const changeSearch = useChangeSearch();
  const navigate = useNavigate();
  const isMedium = useIsMedium();
  const whyNot = useCan().whyNot(rolesResource.create.requires);
  const { query, result } = useResourceList(rolesResource);
  const roles = result.data;
  // Joins the refetch the write has started.
  const reread = () => query.refetch({ cancelRefetch: false });
  const named = parameters.get(ROLE);
  const selected = roles.find(({ id }) => String(id) === named);

  // A role is always shown beside the list, and the address names it even when none was chosen.
  const first = isMedium && named === null ? firstToEdit(roles) : undefined;
  useEffect(() => {
    if (!first) return;
    changeSearch(
      (now) => {
        now.set(ROLE, String(first.id));
        return now;
      },
      { replace: true },
    );
  }, [first, changeSearch]);

  const create = <CreateButton label="Create role" requires={rolesResource.create.requires} />;
  return (
    <PageFrame title="Roles" actions={(isMedium || named === null) && create} busy={query.isFetching}>
      {query.isError && !query.data && (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <RolesSkeleton />}
      {query.data && (
        <div className={styles.layout}>
          {(isMedium || named === null) && <RoleNav roles={roles} current={selected?.id} />}
          {!isMedium && named !== null && (
            <Link className={`v-link ${styles.back}`} to="/account/roles">
              <Icon name="chevronLeft" size={16} />
              All roles
            </Link>
          )}
          {selected && <RolePanel key={selected.id} role={selected} whyNot={whyNot} reread={reread} />}
          {named !== null && !selected && (
            <EmptyState
              title="This role doesn’t exist"
              hint="It may be deleted, or the link is wrong."
              action={<Link to="/account/roles">See all roles</Link>}
            />
          )}
        </div>
      )}
      <RecordDrawer rows={query.data && roles} isWhole noun="role" whyNot={() => whyNot}>
        {({ row, onClose }) =>
          row ? (
            <RenameRole role={row} reread={reread} onClose={onClose} />
          ) : (
            <CreateRole
              roles={roles}
              onClose={onClose}
              onSaved={({ id }) => navigate(roleAddress(id), { replace: true })}
            />
          )
        }
      </RecordDrawer>
    </PageFrame>
  );
}

/** Owner and admin always have full access, so start with the first role that can be changed. */
function firstToEdit(roles: readonly OrgRole[]): OrgRole | undefined {
  return roles.find(({ defaultRoleId }) => defaultRoleId !== 'OWNER' && defaultRoleId !== 'ADMIN') ?? roles[0];
}

function RolesSkeleton() {
  return (
    <div className={styles.layout} aria-hidden="true">
      <div className={nav.nav}>
        <Skeleton height="320px" />
      </div>
      <Skeleton height="520px" />
    </div>
  );
}

/** `onSaved` opens the role, which closes this. */
type CreateProps = { roles: readonly OrgRole[]; onClose: () => void; onSaved: (role: OrgRole) => void };

/** Creates a role, optionally with another role's permissions. */
function CreateRole({ roles, onClose, onSaved }: CreateProps) {
  const form = useRecordForm(resource, {
    values: { name: '', likeId: null as number | null },
    body: ({ name, likeId }) => ({ name, features: roles.find(({ id }) => id === likeId)?.features ?? {} }),
    success: ({ name }) => `“${name}” created. Choose its permissions.`,
    onSaved,
  });
  return (
    <FormDrawer
      form={form}
      title="Create role"
      save="Create role"
      onClose={onClose}
      width={420}
      fields={[
        { name: 'name', label: 'Name', maxLength: 60 },
        {
          name: 'likeId',
          label: 'Copy permissions from',
          control: 'select',
          placeholder: 'Nothing',
          hint: 'You can change them later.',
          options: roles.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
    />
  );
}

type RenameProps = { role: OrgRole; reread: () => Promise<unknown>; onClose: () => void };

/** Renames a role. */
function RenameRole({ role, reread, onClose }: RenameProps) {
  const form = useRecordForm(resource, {
    id: role.id,
    values: { name: role.name },
    version: role.version,
    body: ({ name }, { version }) => ({ name, version, features: role.features }),
    success: ({ name }) => `Renamed to “${name}”.`,
    onSaved: onClose,
    unchanged: onClose,
    refresh: reread,
  });
  return (
    <FormDrawer
      form={form}
      title="Rename role"
      save="Rename"
      onClose={onClose}
      width={420}
      fields={[{ name: 'name', label: 'Name', maxLength: 60 }]}
    />
  );
}

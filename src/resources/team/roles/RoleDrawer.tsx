import type { OrgRole } from '../../../../domain/team/role';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { roles as resource } from './resource';

/** `onSaved` opens the role, which closes this. */
type CreateProps = { roles: readonly OrgRole[]; onClose: () => void; onSaved: (role: OrgRole) => void };

/** Creates a role, optionally with another role's permissions. */
export function CreateRole({ roles, onClose, onSaved }: CreateProps) {
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
export function RenameRole({ role, reread, onClose }: RenameProps) {
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

import type { CustomerStatus } from '../../../domain/customers/status';
import { Confirm } from '../../kit/form/Confirm';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useResourceDelete } from '../../providers/use-resource';
import { customerStatuses as resource } from './resource';

type DrawerProps = { status: CustomerStatus | null; companyId: number; onClose: () => void };

/** Adds a status below the others, or renames one. */
export function StatusDrawer({ status, companyId, onClose }: DrawerProps) {
  const form = useRecordForm(resource, {
    id: status?.id,
    values: { name: status?.name ?? '' },
    version: status?.version,
    body: ({ name }, { version }) => (status ? { name, position: status.position, version } : { name, companyId }),
    success: ({ name }) => `“${name}” is saved.`,
    onSaved: onClose,
    ...(status ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={status ? `Rename ${status.name}` : 'Add a status'}
      save={status ? 'Save' : 'Add status'}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: 60 }]}
    />
  );
}

type DeleteProps = {
  status: CustomerStatus;
  others: readonly CustomerStatus[];
  companyId: number;
  onClose: () => void;
};
type MoveTo = { moveTo: string };

/** Asks before a status is deleted, and what to move the customers to that have it. */
export function DeleteStatus({ status, others, companyId, onClose }: DeleteProps) {
  const { run } = useResourceDelete(resource, { showsErrors: true });
  const { id, name, customerCount: many } = status;
  const remove = ({ moveTo }: MoveTo) => {
    const place = moveTo === '' ? {} : { moveTo: moveTo === 'none' ? ('none' as const) : Number(moveTo) };
    return run(id, { query: { companyId, ...place } });
  };
  return (
    <Confirm<MoveTo>
      title={`Delete “${name}”?`}
      act="Delete status"
      values={{ moveTo: '' }}
      fields={
        many === 0
          ? []
          : [
              {
                name: 'moveTo',
                label: 'Move its customers to',
                control: 'select',
                placeholder: 'Choose one',
                options: [
                  ...others.map((other) => ({ value: String(other.id), label: other.name })),
                  { value: 'none', label: 'No status' },
                ],
              },
            ]
      }
      run={remove}
      success={`“${name}” is deleted.`}
      onClose={onClose}
    >
      <p>
        {many === 0 && 'No customer has it.'}
        {many === 1 && '1 customer has it.'}
        {many > 1 && `${many.toLocaleString('en-US')} customers have it.`} This cannot be undone.
      </p>
    </Confirm>
  );
}

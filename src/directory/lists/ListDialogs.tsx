import { directoryLists as calls, type DirectoryList, type ListedKind } from '../../../domain/directory/lists';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useCall } from '../../providers/refine/use-call';

const nameField = { name: 'name', label: 'Name', maxLength: 80, required: true } as const;

export type Entry = { listingType: ListedKind; listingId: number };
type Named = { name: string };
type NewListProps = { orgId: number; first?: Entry; onDone?: (list: DirectoryList) => unknown; onClose: () => void };

export function NewList({ orgId, first, onDone, onClose }: NewListProps) {
  const { run } = useCall(calls.create, { showsErrors: true });
  return (
    <Confirm<Named, DirectoryList>
      title="New list"
      act="Make list"
      tone="primary"
      values={{ name: '' }}
      fields={[nameField]}
      run={({ name }, idempotencyKey) =>
        run({ params: { orgId }, body: { name, ...(first ? { first } : {}) } }, { idempotencyKey })
      }
      {...(onDone ? { onDone } : {})}
      onClose={onClose}
    >
      <p>Everybody in your organization sees it.</p>
    </Confirm>
  );
}

type Props = { orgId: number; list: DirectoryList; onDone?: () => unknown; onClose: () => void };

export function RenameList({ orgId, list: { id, name, version }, onClose }: Props) {
  const { run } = useCall(calls.update, { showsErrors: true });
  return (
    <Confirm<Named, DirectoryList>
      title={`Rename ${name}`}
      act="Rename"
      tone="primary"
      values={{ name }}
      fields={[nameField]}
      run={(values) => run({ params: { orgId, id: id ?? 0 }, body: { ...values, version: version ?? 0 } })}
      onClose={onClose}
    >
      {null}
    </Confirm>
  );
}

export function DeleteList({ orgId, list: { id, name }, onDone, onClose }: Props) {
  const { run } = useCall(calls.remove, { showsErrors: true });
  return (
    <Confirm
      title={`Delete ${name}?`}
      act="Delete list"
      run={() => run({ params: { orgId, id: id ?? 0 } })}
      success={`${name} deleted.`}
      {...(onDone ? { onDone } : {})}
      onClose={onClose}
    >
      <p>Its listings stay in the directory.</p>
    </Confirm>
  );
}

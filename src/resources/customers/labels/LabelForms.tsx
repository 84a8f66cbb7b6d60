import { type CustomerLabel, labelUse } from '../../../../domain/customers/label';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import type { LabelResource } from './resource';

type Asked = { resource: LabelResource; companyId: number; noun: string; onClose: () => void };

/** Adds or renames a label. */
export function LabelDrawer({ resource, companyId, noun, label, onClose }: Asked & { label: CustomerLabel | null }) {
  const form = useRecordForm(resource, {
    id: label?.id,
    values: { name: label?.name ?? '' },
    version: label?.version,
    body: ({ name }, { version }) => (label ? { name, position: label.position, version } : { name, companyId }),
    success: ({ name }) => `“${name}” saved.`,
    onSaved: onClose,
    ...(label ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={label ? `Rename ${label.name}` : `Add a ${noun}`}
      save={label ? 'Save' : `Add ${noun}`}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true }]}
    />
  );
}

type DeleteProps = Asked & {
  label: CustomerLabel;
  others: readonly CustomerLabel[];
  onDeleted: () => void;
  /** The list may have changed since it was loaded. */
  onRefused: () => void;
};
type MoveTo = { moveTo: string };

/** Asks before deleting a label, and where to move its customers. */
export function DeleteLabel({ resource, companyId, noun, label, others, onDeleted, onRefused, onClose }: DeleteProps) {
  const { run } = useResourceDelete(resource, { showsErrors: true });
  const { id, name, areaCount } = label;
  const use = labelUse(label, noun);
  const remove = async ({ moveTo }: MoveTo) => {
    const place = moveTo === '' ? {} : { moveTo: moveTo === 'none' ? ('none' as const) : Number(moveTo) };
    const result = await run(id, { query: { companyId, ...place } });
    if (!result.ok) onRefused();
    return result;
  };
  const moveTo: FieldSpec<MoveTo> = {
    name: 'moveTo',
    label: 'Move its customers to',
    ...(areaCount > 0 ? { hint: 'Its counties and ZIP codes move there too.' } : {}),
    control: 'select',
    placeholder: 'Choose one',
    options: [
      ...others.map((other) => ({ value: String(other.id), label: other.name })),
      { value: 'none', label: `No ${noun}` },
    ],
  };
  return (
    <Confirm<MoveTo>
      title={`Delete “${name}”?`}
      act={`Delete ${noun}`}
      values={{ moveTo: '' }}
      fields={use === null ? [] : [moveTo]}
      run={remove}
      success={`“${name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{use ?? 'No customers have it.'} You can’t undo this.</p>
    </Confirm>
  );
}

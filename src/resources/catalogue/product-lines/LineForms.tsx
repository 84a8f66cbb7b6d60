import type { ProductLine } from '../../../../domain/catalogue/lines-contract';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { productLines } from './resource';

type LineDrawerProps = { orgId: number; brandId: number; line: ProductLine | null; onClose: () => void };

/** Adds a product line to the end of a brand's menu, or renames one. */
export function LineDrawer({ orgId, brandId, line, onClose }: LineDrawerProps) {
  const form = useRecordForm<typeof productLines, { name: string }>(productLines, {
    id: line?.id,
    values: { name: line?.name ?? '' },
    draft: `product-lines/${brandId}/${line?.id ?? 'new'}`,
    body: ({ name }) => (line ? { name } : { orgId, brandId, name }),
    success: ({ name }) => `“${name}” saved.`,
    onSaved: onClose,
    ...(line ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={line ? `Rename ${line.name}` : 'Add a product line'}
      save={line ? 'Save' : 'Add product line'}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: 120 }]}
    />
  );
}

type DeleteLineProps = { line: ProductLine; onDeleted: () => void; onClose: () => void };

/** Asks before a product line is deleted. */
export function DeleteLine({ line: { id, name }, onDeleted, onClose }: DeleteLineProps) {
  const { run } = useResourceDelete(productLines, { showsErrors: true });
  return (
    <Confirm
      title={`Delete “${name}”?`}
      act="Delete product line"
      run={() => run(id)}
      success={`“${name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>It has no products, and it leaves the menu. You can’t undo this.</p>
    </Confirm>
  );
}

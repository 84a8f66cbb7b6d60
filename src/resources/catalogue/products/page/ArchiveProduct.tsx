import { products as calls } from '../../../../../domain/catalogue/contract';
import { Confirm } from '../../../../kit/form/questions/Confirm';
import { useCall } from '../../../../providers/refine/use-call';

type ArchiveProductProps = { product: { id: number; name: string }; onClose: () => void };

/** Asks before a product is archived. */
export function ArchiveProduct({ product: { id, name }, onClose }: ArchiveProductProps) {
  const { run } = useCall(calls.archive, { showsErrors: true });
  return (
    <Confirm
      title={`Archive ${name}?`}
      act="Archive"
      run={() => run({ params: { id } })}
      success={`${name} archived.`}
      onClose={onClose}
    >
      <p>It leaves the menu and the product list. Its orders and history stay, and you can restore it as internal.</p>
    </Confirm>
  );
}

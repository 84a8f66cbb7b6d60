import type { CartLine } from '../../domain/carts/cart';
import type { MenuProduct } from '../../domain/catalogue/product';
import { attempt } from '../kit/form/attempt';
import { Confirm } from '../kit/form/Confirm';
import { Unusable } from '../providers/call-errors';
import { useCartWrites } from './carts';

type LineNoteProps = { line: CartLine; product: MenuProduct; buyerLicenseId: number; onClose: () => void };

/** What the seller should know about one line of a cart. */
export function LineNote({ line, product, buyerLicenseId, onClose }: LineNoteProps) {
  const { setLine } = useCartWrites();
  const save = ({ notes }: { notes: string }) =>
    attempt(async () => {
      const { message } = await setLine({ buyerLicenseId, product, quantity: line.quantity, notes: notes.trim() });
      if (message !== null) throw new Unusable(message);
    });
  return (
    <Confirm<{ notes: string }>
      title={`Note for ${line.productName}`}
      act="Save note"
      tone="primary"
      values={{ notes: line.notes }}
      fields={[
        {
          name: 'notes',
          label: 'Note',
          control: 'textarea',
          maxLength: 1000,
          hint: 'The seller sees it with this line. Empty for none.',
        },
      ]}
      run={save}
      onClose={onClose}
    >
      {null}
    </Confirm>
  );
}

import { attempt } from '../../../kit/form/attempt';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Unusable } from '../../../providers/call/call-errors';
import { useCartWrites } from '../carts';
import type { Noted } from './noted-line';

type LineNoteProps = Noted & { onClose: () => void };

/** What the seller should know about one line of a cart. */
export function LineNote({ line, product, buyerLicenseId, onClose }: LineNoteProps) {
  const { setLine } = useCartWrites();
  const save = ({ notes }: { notes: string }) =>
    attempt(async () => {
      const put = (quantity: string) =>
        setLine({ buyerLicenseId, product, quantity, notes: notes.trim(), seen: { quantity } });
      let reply = await put(line.quantity);
      // A colleague's new quantity stays as it is.
      if (reply.clash?.quantity) reply = await put(reply.clash.quantity);
      if (reply.message !== null) throw new Unusable(`${reply.message}.`);
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
          hint: 'The seller sees it with this line. Leave blank for no note.',
        },
      ]}
      run={save}
      onClose={onClose}
    >
      {null}
    </Confirm>
  );
}

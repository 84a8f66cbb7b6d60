import { useMemo } from 'react';
import type { CartLine, CartWrapper } from '../../../domain/carts/cart';
import { counted } from '../../../domain/text';
import { closeSnack, isShowing, reportError, showSnack } from '../../providers/snackbar';
import { lineCount, REMOVAL } from './cart-groups';
import { type CartWrites, useCartWrites } from './carts';

/** What was removed while Undo is offered, so one click restores all of it. */
let undoable: readonly CartWrapper[] = [];

/** Removes lines and carts, with undo. Each returns whether it worked; failures are shown. */
export function useRemovals() {
  const writes = useCartWrites();
  return useMemo(
    () => ({
      removeLine: async (cartId: number, line: CartLine) => {
        const wrapper = writes.find(cartId);
        return (
          wrapper !== undefined && removed(writes, [onlyWith(wrapper, line)], () => writes.removeLine(wrapper, line))
        );
      },
      removeCarts: (wrappers: readonly CartWrapper[]) => removed(writes, wrappers, () => writes.removeCarts(wrappers)),
    }),
    [writes],
  );
}

/** Ordered products aren't restored to a cart. */
export function forgetRemovals(): void {
  undoable = [];
  closeSnack(REMOVAL);
}

/** The cart with only this line; its notes belong to the last line removed. */
function onlyWith(wrapper: CartWrapper, line: CartLine): CartWrapper {
  const isLast = wrapper.cart.lineItems.length === 1;
  const notes = isLast ? {} : { orderNotes: '', deliveryPreferences: '' };
  return { ...wrapper, cart: { ...wrapper.cart, ...notes, lineItems: [line] } };
}

async function removed(
  writes: CartWrites,
  carts: readonly CartWrapper[],
  remove: () => Promise<void>,
): Promise<boolean> {
  try {
    await remove();
  } catch (error) {
    reportError(error);
    return false;
  }
  undoable = [...(isShowing(REMOVAL) ? undoable : []), ...carts];
  showSnack({
    key: REMOVAL,
    status: 'info',
    message: describeRemoval(undoable),
    timeoutMs: null,
    action: { label: 'Undo', run: () => void undo(writes) },
  });
  return true;
}

async function undo(writes: CartWrites): Promise<void> {
  const carts = undoable;
  undoable = [];
  try {
    await writes.restore(carts);
  } catch (error) {
    reportError(error);
  }
}

function describeRemoval(carts: readonly CartWrapper[]): string {
  const count = lineCount(carts);
  const [first] = carts[0]?.cart.lineItems ?? [];
  return count === 1 && first
    ? `Removed ${first.productName} from your cart`
    : `Removed ${counted(count, 'line')} from your cart`;
}

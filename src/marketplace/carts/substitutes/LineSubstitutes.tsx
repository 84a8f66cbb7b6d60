import { useQueryClient } from '@tanstack/react-query';
import type { CartLine } from '../../../../domain/carts/cart';
import { type Substitute, substitutes } from '../../../../domain/carts/substitutes-contract';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { useCall } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { CartStore, useBuyer, useCarts } from '../carts';
import { SubstitutesDialog } from '../SubstitutesDialog';

type LineSubstitutesProps = { cartId: number; line: CartLine; onClose: () => void };

/** What can stand in for a cart's line that can't be ordered. */
export function LineSubstitutes({ cartId, line, onClose }: LineSubstitutesProps) {
  const substitute = useSubstitution(cartId, line);
  const cart = useCarts().data?.find((one) => one.cart.id === cartId)?.cart;
  if (cart === undefined) return null;
  return (
    <SubstitutesDialog
      name={line.productName}
      product={line.product}
      wanted={{
        buyerLicenseId: cart.buyerLicenseId,
        sellerCompanyId: cart.sellerCompanyId,
        productId: line.productId,
        quantity: line.quantity,
      }}
      act="Use instead"
      onUse={substitute}
      onClose={onClose}
    />
  );
}

const UNDO_MS = 8000;

/** Replaces a cart's line by a substitute, with undo; answers whether it worked, and shows why if not. */
function useSubstitution(cartId: number, line: CartLine) {
  const client = useQueryClient();
  const buyer = useBuyer();
  const use = useCall(substitutes.use);
  const undo = useCall(substitutes.undo);
  const show = async ({ carts }: CallOutput<typeof substitutes.use>) => {
    const store = new CartStore(client, buyer ?? { orgId: 0, companyId: 0 });
    for (const { id, cart: now } of carts) await store.replaceCart(id, now);
  };
  return async ({ product, brand, seller, quantity }: Substitute): Promise<boolean> => {
    const done = await use.run({
      params: { id: cartId, itemId: line.id },
      body: { sellerCompanyId: seller.id, productId: product.id, quantity },
    });
    if (!done.ok) return false;
    await show(done.value);
    const putBack = async () => {
      const undone = await undo.run({ params: { id: done.value.id } });
      if (undone.ok) await show(undone.value);
    };
    showSnack({
      key: 'substitution',
      status: 'info',
      message: `${product.name} by ${brand.name} replaced ${line.productName} in your cart`,
      timeoutMs: UNDO_MS,
      action: { label: 'Undo', run: () => void putBack() },
    });
    return true;
  };
}

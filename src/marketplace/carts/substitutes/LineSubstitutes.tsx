import type { CartLine } from '../../../../domain/carts/cart';
import { useCarts } from '../carts';
import { SubstitutesDialog } from '../SubstitutesDialog';
import { useSubstitution } from './useSubstitution';

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

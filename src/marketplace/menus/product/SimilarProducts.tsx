import type { MenuProduct } from '../../../../domain/catalogue/product';
import { isAbort } from '../../../providers/call/call-errors';
import { reportError, showSnack } from '../../../providers/snackbar';
import { useCartWrites } from '../../carts/carts';
import { firstQuantity } from '../../carts/product-facts';
import { SubstitutesDialog } from '../../carts/SubstitutesDialog';

type SimilarProductsProps = { product: MenuProduct; buyerLicenseId: number; onClose: () => void };

/** What can be bought instead of a menu's product that is sold out, added to the cart. */
export function SimilarProducts({ product, buyerLicenseId, onClose }: SimilarProductsProps) {
  const writes = useCartWrites();
  return (
    <SubstitutesDialog
      name={product.name}
      product={product}
      wanted={{
        buyerLicenseId,
        sellerCompanyId: product.sellerCompanyId,
        productId: product.id,
        quantity: firstQuantity(product),
      }}
      act="Add to cart"
      onUse={async ({ product: other, quantity }) => {
        try {
          const { message: refusal } = await writes.setLine({ buyerLicenseId, product: other, quantity });
          const said = refusal ?? `${other.name} is in your cart`;
          showSnack({ status: refusal === null ? 'success' : 'error', message: said });
          return refusal === null;
        } catch (raised) {
          if (!isAbort(raised)) reportError(raised);
          return false;
        }
      }}
      onClose={onClose}
    />
  );
}

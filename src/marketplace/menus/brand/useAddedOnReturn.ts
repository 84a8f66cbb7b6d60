import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isOrderable } from '../../../../domain/carts/line-error';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { isAbort, messageOf } from '../../../providers/call/call-errors';
import { showSnack } from '../../../providers/snackbar';
import { useChangeSearch, without } from '../../../ui/useChangeSearch';
import { ADDED } from '../../brand-path';
import { useCarts, useCartWrites } from '../../carts/carts';
import { firstQuantity } from '../../carts/product-facts';

/**
 * Puts the product in the cart that somebody wanted before they signed in, once; what is in the cart already stays. Where
 * this license's menu lacks it, it waits until another license is chosen. Returns what still waits.
 */
export function useAddedOnReturn(
  products: readonly MenuProduct[] | undefined,
  buyerLicenseId: number | null,
  hasOtherLicenses: boolean,
): number | null {
  const [params] = useSearchParams();
  const wanted = Number(params.get(ADDED)) || null;
  const changeSearch = useChangeSearch();
  const navigate = useNavigate();
  const carts = useCarts();
  const writes = useCartWrites();
  const done = useRef<number | null>(null);
  const isReady = products !== undefined && buyerLicenseId !== null && carts.data !== undefined;
  useEffect(() => {
    if (wanted === null || !isReady || done.current === wanted) return;
    const product = products.find(({ id }) => id === wanted);
    if (!product && hasOtherLicenses) return;
    done.current = wanted;
    changeSearch(without(ADDED), { replace: true, preventScrollReset: true });
    const isHeld = carts.data.some(
      ({ cart }) =>
        cart.buyerLicenseId === buyerLicenseId && cart.lineItems.some(({ productId }) => productId === wanted),
    );
    if (!product || isHeld || !isOrderable(product)) {
      if (!isHeld) showSnack({ status: 'warning', message: 'You can’t order that product for this license.' });
      return;
    }
    writes.setLine({ buyerLicenseId, product, quantity: firstQuantity(product), seen: { quantity: '0' } }).then(
      ({ message: problem }) =>
        showSnack({
          status: problem === null ? 'success' : 'warning',
          message: problem === null ? `${product.name} is in your cart.` : `${product.name}: ${problem}`,
          action: { label: 'Go to cart', run: () => void navigate('/marketplace/cart') },
        }),
      (error) => {
        if (!isAbort(error)) showSnack({ status: 'error', message: messageOf(error) });
      },
    );
  }, [wanted, isReady, products, buyerLicenseId, hasOtherLicenses, carts.data, writes, changeSearch, navigate]);
  return wanted;
}

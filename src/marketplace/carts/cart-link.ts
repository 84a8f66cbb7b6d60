import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { CartWrapper } from '../../../domain/carts/cart';
import { useSession } from '../../providers/session';
import { choose } from '../../providers/session/session-store';
import { showSnack } from '../../providers/snackbar';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import type { Buyer } from './carts';

const [COMPANY, CART] = ['company', 'cart'];

/** A cart's element on the cart page. */
export const cartElementId = (cartId: number) => `cart-${cartId}`;

/** Copies a cart's address, for colleagues. */
export function copyCartLink({ cart, buyerCompanyId }: CartWrapper): void {
  const link = `${location.origin}/marketplace/cart?${COMPANY}=${buyerCompanyId}&${CART}=${cart.id}`;
  navigator.clipboard.writeText(link).then(
    () => showSnack({ status: 'success', message: 'Link copied. Colleagues who can order open this cart with it.' }),
    () => showSnack({ status: 'error', message: 'Your browser didn’t let us copy the link.' }),
  );
}

/** Shows the cart a link leads to, in its company; says so when it is gone. */
export function useLinkedCart(buyer: Buyer | null, carts: readonly CartWrapper[] | undefined): void {
  const [params] = useSearchParams();
  const [companyId, cartId] = [Number(params.get(COMPANY)), Number(params.get(CART))];
  const { organization } = useSession();
  const changeSearch = useChangeSearch();
  const isElsewhere =
    cartId > 0 &&
    buyer?.companyId !== companyId &&
    (organization?.buyerCompanies ?? []).some(({ id }) => id === companyId);
  useEffect(() => {
    if (isElsewhere) choose({ buyerCompanyId: companyId, buyerLicenseId: null });
  }, [isElsewhere, companyId]);
  const isReady = cartId > 0 && !isElsewhere && carts !== undefined;
  useEffect(() => {
    if (!isReady) return;
    changeSearch(without(COMPANY, CART), { replace: true, preventScrollReset: true });
    const cart = document.getElementById(cartElementId(cartId));
    cart?.focus();
    if (!cart)
      showSnack({
        status: 'warning',
        message: 'We can’t find that cart. It may have been ordered or emptied, or it isn’t yours.',
        timeoutMs: null,
      });
  }, [isReady, cartId, changeSearch]);
}

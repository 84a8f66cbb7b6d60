import { useEffect, useId, useRef, useState } from 'react';
import type { CartLine, CartWrapper } from '../../domain/carts/cart';
import type { MenuProduct } from '../../domain/catalogue/product';
import type { Quantity } from '../../domain/money';
import { isAbort, messageOf } from '../providers/call-errors';
import { useCartWrites } from './carts';
import { checkLine } from './product-facts';
import { markRefused } from './refused-entries';
import { useRemovals } from './removals';

export type LineEntryCase = {
  product: MenuProduct | null;
  /** The line that holds the product already, in its cart. */
  held: { wrapper: CartWrapper; line: CartLine } | undefined;
  buyerLicenseId: number | null;
  /** What the buyer's other carts hold of it. */
  inCart?: Quantity | undefined;
};

/** Setting the quantity of one product in one cart, with all that can be said against it. */
export function useLineEntry({ product, held, buyerLicenseId, inCart }: LineEntryCase) {
  const writes = useCartWrites();
  const removals = useRemovals();
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(0);
  const [revision, setRevision] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const removing = useRef(false);
  const isWrong = useRef(false);
  const line = held?.line ?? null;
  const cartId = held?.wrapper.cart.id;
  useEffect(() => () => markRefused(id, null), [id]);

  const showProblem = (message: string | null) => {
    setError(message);
    const isRefused = message !== null && cartId !== undefined && field.current !== null;
    markRefused(id, isRefused ? { cartId, field: field.current as HTMLInputElement } : null);
  };
  const resetField = () => setRevision((former) => former + 1);

  /** What is wrong with a quantity, shown and given; null when nothing is. A blank is null. */
  function check(quantity: Quantity | null): string | null {
    const wrong = checkLine(product, { quantity, line, inCart }).error ?? null;
    showProblem(wrong);
    isWrong.current = wrong !== null;
    return wrong;
  }

  /**
   * The field is left: nothing on screen may differ from the total, so what is kept is shown again beside what was wrong
   * with what was typed. Once it has been looked at and left as it is, nothing is wrong any more.
   */
  function leave(): void {
    if (isWrong.current) resetField();
    else if (error !== null) showProblem(null);
    isWrong.current = false;
  }

  /**
   * Keeps a quantity. Where the platform refuses it, the former one is shown again beside the reason. Gives false where
   * the rules refuse it at once, so that it stays to be put right.
   */
  async function save(quantity: Quantity | null): Promise<boolean> {
    if (check(quantity) !== null || quantity === null || product === null || buyerLicenseId === null) return false;
    setSaving((count) => count + 1);
    try {
      const message = await writes.setLine({ buyerLicenseId, product, quantity });
      showProblem(message);
      if (message !== null) resetField();
    } catch (raised) {
      if (isAbort(raised)) return true;
      showProblem(messageOf(raised));
      resetField();
    } finally {
      setSaving((count) => count - 1);
    }
    return true;
  }

  /** Out with the line; it comes back where that fails. */
  async function remove(): Promise<void> {
    if (!held || removing.current) return;
    removing.current = true;
    showProblem(null);
    await removals.removeLine(held.wrapper, held.line);
    removing.current = false;
    resetField();
  }

  return { error, field, isSaving: saving > 0, revision, check, leave, save, remove };
}

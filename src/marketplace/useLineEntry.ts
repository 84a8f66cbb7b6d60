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
  /** The cart line that already has the product. */
  held: { wrapper: CartWrapper; line: CartLine } | undefined;
  buyerLicenseId: number | null;
  /** What the buyer's other carts have of it. */
  inCart?: Quantity | undefined;
};

/** Sets the quantity of one product in one cart, with every error that can apply. */
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

  /** Shows and returns a quantity's error; null if none. A blank is null. */
  function check(quantity: Quantity | null): string | null {
    const wrong = checkLine(product, { quantity, line, inCart }).error ?? null;
    showProblem(wrong);
    isWrong.current = wrong !== null;
    return wrong;
  }

  /**
   * On blur, nothing on screen may differ from the total: shows the saved value again beside the error of what was
   * typed. Once looked at and left unchanged, the error clears.
   */
  function leave(): void {
    if (isWrong.current) resetField();
    else if (error !== null) showProblem(null);
    isWrong.current = false;
  }

  /**
   * Saves a quantity. If the platform refuses it, shows the previous one with the reason. Returns false if the rules
   * refuse it at once, so it stays to be corrected.
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

  /** Removes the line; it returns if that fails. */
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

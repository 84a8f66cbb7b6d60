import { useRef, useState } from 'react';
import type { CartLine, CartWrapper } from '../../domain/carts/cart';
import type { MenuProduct } from '../../domain/catalogue/product';
import type { Quantity } from '../../domain/money';
import { isAbort, messageOf } from '../providers/call-errors';
import { useCartWrites } from './carts';
import { checkLine } from './product-facts';
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
  const removing = useRef(false);
  const isWrong = useRef(false);
  const line = held?.line ?? null;

  /** What is wrong with a quantity, shown and given; null when nothing is. */
  function check(quantity: Quantity): string | null {
    const wrong = checkLine(product, { quantity, line, inCart }).error ?? null;
    setError(wrong);
    isWrong.current = wrong !== null;
    return wrong;
  }

  /** Shows what is kept again, beside what was wrong with what was typed: nothing on screen may differ from the total. */
  function revert(): void {
    if (isWrong.current) setRevision((former) => former + 1);
    isWrong.current = false;
  }

  /**
   * Keeps a quantity. Where the platform refuses it, the former one is shown again beside the reason. Gives false where
   * the rules refuse it at once, so that it stays to be put right.
   */
  async function save(quantity: Quantity): Promise<boolean> {
    if (product === null || buyerLicenseId === null || check(quantity) !== null) return false;
    setSaving((count) => count + 1);
    try {
      const message = await writes.setLine({ buyerLicenseId, product, quantity });
      setError(message);
      if (message !== null) setRevision((former) => former + 1);
      return true;
    } catch (raised) {
      if (isAbort(raised)) return true;
      setError(messageOf(raised));
      setRevision((former) => former + 1);
      return true;
    } finally {
      setSaving((count) => count - 1);
    }
  }

  /** What a blank or 0 stands for: out with the line, or else the former quantity again. */
  async function remove(): Promise<void> {
    if (!held) {
      setError(null);
      setRevision((former) => former + 1);
    }
    if (!held || removing.current) return;
    removing.current = true;
    setError(null);
    const isGone = await removals.removeLine(held.wrapper, held.line);
    removing.current = false;
    if (!isGone) setRevision((former) => former + 1);
  }

  return { error, isSaving: saving > 0, revision, check, revert, save, remove };
}

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { CartClash, CartLine } from '../../../domain/carts/cart';
import { describeClash } from '../../../domain/carts/line-error';
import { enteredQuantity, shownQuantity } from '../../../domain/carts/shown-units';
import type { MenuProduct } from '../../../domain/catalogue/product';
import type { Quantity } from '../../../domain/money';
import { typedAmount } from '../../../domain/typed';
import { isAbort, messageOf } from '../../providers/call/call-errors';
import { reportError, showSnack } from '../../providers/snackbar';
import { type CartWrites, type Seen, useCartWrites } from './carts';
import { checkLine } from './product-facts';
import { markRefused } from './refused-entries';
import { useRemovals } from './removals';

export type LineEntryCase = {
  product: MenuProduct | null;
  /** The cart line that already has the product. */
  held: { cartId: number; line: CartLine } | undefined;
  buyerLicenseId: number | null;
  /** What the buyer's other carts have of it. */
  inCart?: Quantity | undefined;
  /** Whether its quantities are read and typed in units. */
  inUnits?: boolean;
};

/** Sets the quantity of one product in one cart, with every error that can apply. */
export function useLineEntry({ product, held, buyerLicenseId, inCart, inUnits = false }: LineEntryCase) {
  const writes = useCartWrites();
  const removals = useRemovals();
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(0);
  const [revision, setRevision] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const removing = useRef(false);
  const isWrong = useRef(false);
  const isMisread = useRef(false);
  const line = held?.line ?? null;
  const cartId = held?.cartId;
  const [clash, setClash] = useState<Clash | null>(null);
  /** What is typed and not saved yet, and what it changes. */
  const typed = useRef<string | null>(null);
  const seen = useRef<Seen>({ quantity: '0' });
  useEffect(() => () => markRefused(id, null), [id]);
  const leaveRow = useEffectEvent(() => {
    const [text, isOwn] = [typed.current, removing.current];
    typed.current = null;
    if (text !== null && !isOwn && line) setTimeout(() => void tellRemoved(null, text));
  });
  useEffect(() => () => leaveRow(), []);

  /** Offers what somebody was typing, once the cart has lost the line, and neither just the page nor to an order. */
  async function tellRemoved(by: string | null, quantity: Quantity): Promise<void> {
    const now = cartId === undefined ? undefined : writes.find(cartId);
    if (now?.cart.lineItems.some(({ productId }) => productId === product?.id)) return;
    if (cartId === undefined || now || (await writes.isEmptied(cartId))) offer(by, quantity);
  }

  /** Offers to add the product again that a colleague took out. */
  function offer(by: string | null, quantity: Quantity): void {
    if (!product || buyerLicenseId === null || !(Number(quantity) > 0)) return;
    const entered = enteredQuantity(product, quantity, inUnits);
    const draft = { buyerLicenseId, product, quantity: entered, seen: { quantity: '0' } };
    offerBack(writes, { by, name: product.name, draft });
  }

  const showProblem = (message: string | null, next: Clash | null = null) => {
    setError(message);
    setClash(next);
    const isRefused = message !== null && cartId !== undefined && field.current !== null;
    markRefused(id, isRefused ? { cartId, field: field.current as HTMLInputElement } : null);
  };
  /** A quantity as it is read now, in units or cases. */
  const read = (quantity: Quantity) => (product === null ? quantity : shownQuantity(product, quantity, inUnits));
  const resetField = () => setRevision((former) => former + 1);

  /** Shows and returns a quantity's error; null if none. A blank is null. */
  function check(quantity: Quantity | null): string | null {
    const wrong = checkLine(product, { quantity, line, inCart, inUnits }).error ?? null;
    showProblem(wrong);
    isWrong.current = wrong !== null;
    isMisread.current = false;
    return wrong;
  }

  /** What is typed can't be read: it stays as typed, and the cart can't be ordered until it is corrected. */
  function misread(problem: string): void {
    showProblem(problem);
    isMisread.current = true;
  }

  /**
   * On blur, nothing on screen may differ from the total: shows the saved value again beside the error of what was
   * typed. Once looked at and left unchanged, the error clears.
   */
  function leave(): void {
    if (clash !== null || isMisread.current) return;
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
    if (typed.current === null) seen.current = { quantity: line?.quantity ?? '0' };
    try {
      const entered = enteredQuantity(product, quantity, inUnits);
      const reply = await writes.setLine({ buyerLicenseId, product, quantity: entered, seen: seen.current });
      const isLatest = typed.current !== null && Number(typed.current) === Number(quantity);
      if (reply.message !== null || isLatest) typed.current = null;
      showProblem(reply.message, reply.clash && { ...reply.clash, mine: entered });
      if (reply.message !== null) resetField();
      if (reply.clash?.quantity === null) void tellRemoved(reply.clash.by, quantity);
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
    isMisread.current = false;
    showProblem(null);
    await removals.removeLine(held.cartId, held.line);
    removing.current = false;
    typed.current = null;
    resetField();
  }

  /** Remembers what is being typed, and what it changes from its first key on. */
  function typing(text: string): void {
    if (typed.current === null) seen.current = { quantity: line?.quantity ?? '0' };
    typed.current = typedAmount('quantity', text);
  }

  /** Answers a clash: `mine` saves one's own quantity after all, else the colleague's stays. */
  function answer(isMine: boolean): void {
    showProblem(null);
    field.current?.focus();
    if (isMine && clash !== null) void save(read(clash.mine));
  }

  const isSaving = saving > 0;
  const shownClash = clash && {
    ...clash,
    quantity: clash.quantity === null ? null : read(clash.quantity),
    mine: read(clash.mine),
  };
  return { error, clash: shownClash, field, isSaving, revision, check, misread, leave, save, remove, typing, answer };
}

/** What a colleague saved while somebody was entering `mine`, in the product's unit of entry. */
type Clash = CartClash & { mine: Quantity };

type Removed = { by: string | null; name: string; draft: Parameters<CartWrites['setLine']>[0] };

function offerBack(writes: CartWrites, { by, name, draft }: Removed): void {
  showSnack({
    key: 'line-removed',
    status: 'warning',
    message: `${describeClash({ by, quantity: null }, name)}.`,
    timeoutMs: null,
    action: {
      label: `Add ${draft.quantity} back`,
      run: () =>
        void writes
          .setLine(draft)
          .then(
            ({ message: problem }) => problem !== null && showSnack({ status: 'error', message: problem }),
            reportError,
          ),
    },
  });
}

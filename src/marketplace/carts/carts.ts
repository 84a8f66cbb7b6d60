import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CartClash, CartLine, CartWrapper } from '../../../domain/carts/cart';
import { carts, type NotesChange } from '../../../domain/carts/contract';
import { cartsTogether } from '../../../domain/carts/presence-contract';
import type { MenuProduct } from '../../../domain/catalogue/product';
import { useCan } from '../../access/useCan';
import { call } from '../../providers/call';
import { CallError, NetworkError, Unusable, unlessGone } from '../../providers/call/call-errors';
import { callKey, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

/** Whose carts: the buyer's organization and buyer company. */
export type Buyer = { orgId: number; companyId: number };

const NOBODY: Buyer = { orgId: 0, companyId: 0 };
/** Changes to lines change totals; changes to notes don't. */
const LINES = ['cart-lines'];
const NOTES = ['cart-notes'];
const RETRY_MS = 2000;

/** The current buyer company, or null without one. */
export function useBuyer(): Buyer | null {
  const { scope } = useSession();
  const [orgId, companyId] = [scope?.orgId, scope?.buyerCompanyId ?? undefined];
  return useMemo(
    () => (orgId === undefined || companyId === undefined ? null : { orgId, companyId }),
    [orgId, companyId],
  );
}

/** The buyer's current carts, live. Not fetched without a buyer company and the permission. */
export function useCarts() {
  const buyer = useBuyer();
  const mayRead = useCan().can(carts.list.requires);
  return useCallQuery(
    carts.list,
    { query: buyer ?? NOBODY },
    { enabled: buyer !== null && mayRead, topics: ['carts', 'catalogue', 'organization'], updatedByReplies: true },
  );
}

/** Longer than a change takes on a slow connection, so an offline one doesn't wait forever. */
const SETTLE_MS = 10_000;

/** Waits for pending changes. Returns whether all were answered in time. */
export function linesSettled(client: QueryClient): Promise<boolean> {
  const isSettled = () => [LINES, NOTES].every((mutationKey) => client.isMutating({ mutationKey }) === 0);
  if (isSettled()) return Promise.resolve(true);
  return new Promise((done) => {
    const end = (isInTime: boolean) => {
      clearTimeout(timer);
      off();
      // Runs after the change's own callers, so its error is known.
      setTimeout(() => done(isInTime));
    };
    const timer = setTimeout(() => end(false), SETTLE_MS);
    const off = client.getMutationCache().subscribe(() => {
      if (isSettled()) end(true);
    });
  });
}

/** Whether totals on screen are about to change. */
export function useIsSavingCarts(): boolean {
  return useIsMutating({ mutationKey: LINES }) > 0;
}

export type LineDraft = {
  buyerLicenseId: number;
  product: Pick<MenuProduct, 'id' | 'sellerCompanyId' | 'unitMultiplier'>;
  quantity: string;
  notes?: string;
  /** What the buyer changes, 0 for what isn’t there yet; follows each save. */
  seen?: Seen;
};

/** The quantity somebody saw when they began to change it. */
export type Seen = { quantity: string };

/** Why a line wasn't saved; both null when it was. */
export type LineReply = { message: string | null; clash: CartClash | null };

/** Cart changes, sent one after another and held while offline; each otherwise raises like `call`. */
export type CartWrites = {
  /** The cart as shown now. */
  find(cartId: number): CartWrapper | undefined;
  /** Whether a cart no longer shown is gone without an order. */
  isEmptied(cartId: number): Promise<boolean>;
  setLine(draft: LineDraft): Promise<LineReply>;
  removeLine(wrapper: CartWrapper, line: CartLine): Promise<void>;
  /** Restores removed carts, including notes; says which lines are refused. */
  restore(removed: readonly CartWrapper[]): Promise<void>;
  setNotes(cartId: number, notes: NotesChange): Promise<void>;
  removeCarts(wrappers: readonly CartWrapper[]): Promise<void>;
};

export function useCartWrites(): CartWrites {
  const client = useQueryClient();
  const buyer = useBuyer();
  return useMemo(() => {
    const store = new CartStore(client, buyer ?? NOBODY);
    const inTurn = <T>(write: () => Promise<T>, mutationKey = LINES): Promise<T> =>
      client
        .getMutationCache()
        .build<T, Error, void, unknown>(client, {
          mutationKey,
          scope: { id: 'carts' },
          networkMode: 'always',
          // All of them set a value, so they are safe to repeat until answered.
          retry: (_, error) => error instanceof NetworkError,
          retryDelay: RETRY_MS,
          mutationFn: write,
        })
        .execute(undefined);
    return {
      find: (cartId) => store.find(cartId),
      isEmptied: async (id) => {
        const outcome = call(cartsTogether.outcome, { params: { id } }, { quiet: true });
        return (await unlessGone(outcome).catch(() => undefined)) === null;
      },
      setLine: (draft) => inTurn(() => store.setLine(draft)),
      removeLine: (wrapper, line) => inTurn(() => store.removeLine(wrapper, line)),
      restore: (removed) => inTurn(() => store.restore(removed)),
      setNotes: (cartId, notes) => inTurn(() => store.setNotes(cartId, notes), NOTES),
      removeCarts: (wrappers) => inTurn(() => store.removeCarts(wrappers)),
    };
  }, [client, buyer]);
}

/** The carts in the page's cache, changed only by the platform's replies. */
export class CartStore {
  readonly #key;

  constructor(
    readonly client: QueryClient,
    readonly buyer: Buyer,
  ) {
    this.#key = callKey(carts.list, { query: buyer });
  }

  #find(buyerLicenseId: number, sellerCompanyId: number): CartWrapper | undefined {
    const all = this.client.getQueryData<CartWrapper[]>(this.#key) ?? [];
    return all.find(({ cart }) => cart.buyerLicenseId === buyerLicenseId && cart.sellerCompanyId === sellerCompanyId);
  }

  /** The cart as shown now. */
  find(cartId: number): CartWrapper | undefined {
    return this.client.getQueryData<CartWrapper[]>(this.#key)?.find(({ cart }) => cart.id === cartId);
  }

  /** Shows a cart's new state, or removes it. A pending read may be older, so it is cancelled and repeated. */
  async replaceCart(cartId: number | null, now: CartWrapper | null): Promise<void> {
    const known = this.client.getQueryData<CartWrapper[]>(this.#key);
    if (known === undefined) return this.client.invalidateQueries({ queryKey: this.#key });
    const isReading = this.client.isFetching({ queryKey: this.#key }) > 0;
    await this.client.cancelQueries({ queryKey: this.#key });
    const id = now?.cart.id ?? cartId;
    const others = known.filter(({ cart }) => cart.id !== id);
    const at = known.findIndex(({ cart }) => cart.id === id);
    const next = now === null ? others : others.toSpliced(at < 0 ? others.length : at, 0, now);
    this.client.setQueryData<CartWrapper[]>(this.#key, next);
    if (isReading) void this.readAgain();
  }

  readAgain(): Promise<void> {
    return this.client.invalidateQueries({ queryKey: this.#key });
  }

  async setLine({ buyerLicenseId, product, quantity, notes, seen }: LineDraft): Promise<LineReply> {
    const expectedUnitMultiplier = product.unitMultiplier;
    const item = {
      productId: product.id,
      quantity,
      expectedUnitMultiplier,
      ...(notes === undefined ? {} : { notes }),
      ...(seen && { knownQuantity: seen.quantity }),
    };
    const known = this.#find(buyerLicenseId, product.sellerCompanyId);
    const reply = await call(carts.create, {
      body: { ...this.buyer, buyerLicenseId, sellerCompanyId: product.sellerCompanyId, cartItems: [item] },
    });
    await this.replaceCart(known?.cart.id ?? null, reply.cart);
    const [result] = reply.results;
    if (seen && result?.item && result.message === null) seen.quantity = result.item.quantity;
    return { message: result?.message ?? null, clash: result?.clash ?? null };
  }

  async removeLine({ cart: { id } }: CartWrapper, line: CartLine): Promise<void> {
    const reply = await unlessGone(call(carts.removeItem, { params: { id, itemId: line.id } }));
    if (reply === null) await this.readAgain();
    else await this.replaceCart(id, reply.cart);
  }

  /** What a colleague changed meanwhile is read before it is refused. */
  async setNotes(id: number, notes: NotesChange): Promise<void> {
    try {
      await this.replaceCart(id, await call(carts.update, { params: { id }, body: notes }));
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await this.readAgain();
      throw error;
    }
  }

  async removeCarts(wrappers: readonly CartWrapper[]): Promise<void> {
    for (const { cart } of wrappers) {
      await unlessGone(call(carts.remove, { params: { id: cart.id }, query: this.buyer }));
      await this.replaceCart(cart.id, null);
    }
  }

  async restore(removed: readonly CartWrapper[]): Promise<void> {
    const refused: string[] = [];
    for (const { cart } of removed) {
      const { buyerLicenseId, sellerCompanyId, orderNotes, deliveryPreferences } = cart;
      const cartItems = cart.lineItems.map(({ productId, quantity, notes, expectedUnitMultiplier }) => ({
        productId,
        quantity,
        notes,
        expectedUnitMultiplier,
        knownQuantity: '0',
      }));
      const made = await call(carts.create, { body: { ...this.buyer, buyerLicenseId, sellerCompanyId, cartItems } });
      await this.replaceCart(null, made.cart);
      for (const [at, { productName }] of cart.lineItems.entries()) {
        const message = made.results[at]?.message;
        if (message) refused.push(`${productName}: ${message}.`);
      }
      if (made.cart && (orderNotes || deliveryPreferences)) {
        await this.setNotes(made.cart.cart.id, {
          ...(orderNotes && { orderNotes }),
          ...(deliveryPreferences && { deliveryPreferences }),
          known: { orderNotes: '', deliveryPreferences: '' },
        });
      }
    }
    if (refused.length > 0) throw new Unusable(`Not put back. ${refused.join(' ')}`);
  }
}

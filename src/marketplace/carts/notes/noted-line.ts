import { create } from 'zustand';
import type { CartLine } from '../../../../domain/carts/cart';
import type { MenuProduct } from '../../../../domain/catalogue/product';

export type Noted = { line: CartLine; product: MenuProduct; buyerLicenseId: number };

const useStore = create<{ noted: Noted | null }>(() => ({ noted: null }));

/** The line whose note is being written, apart from its row, which a colleague may remove meanwhile. */
export const useNotedLine = (): Noted | null => useStore(({ noted }) => noted);

/** Opens a line's note; null closes it. */
export function noteLine(noted: Noted | null): void {
  useStore.setState({ noted });
}

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { carts as cartCalls } from '../../../domain/carts/contract';
import { useCan } from '../../access/useCan';
import { closeSnack } from '../../providers/snackbar';
import { IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useIsMedium } from '../../ui/hooks';
import { lazyDialog } from '../../ui/lazy';
import { Popover } from '../../ui/Popover';
import css from '../marketplace.module.css';
import { lineCount, REMOVAL } from './cart-groups';
import { useBuyer, useCarts } from './carts';

const CartMenuContent = lazyDialog(async () => (await import('./CartMenuContent')).CartMenuContent);

/** The cart in the app bar: a dropdown, or a dialog on small screens. */
export default function CartMenu() {
  const carts = useCarts().data;
  const hasBuyer = useBuyer() !== null;
  const whyNot = useCan().whyNot(cartCalls.list.requires);
  const isMedium = useIsMedium();
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const count = carts === undefined ? undefined : lineCount(carts);

  const former = useRef(count);
  useEffect(() => {
    const isFirst = former.current === 0 && count !== undefined && count > 0;
    // Above a product's window it would be in the way.
    const isFree = pathname !== '/marketplace/cart' && document.querySelector('dialog[open]') === null;
    if (isFirst && isMedium && isFree) setOpen(true);
    former.current = count;
  }, [count, isMedium, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was removed is put back on the same page
  useEffect(() => () => closeSnack(REMOVAL), [pathname]);

  const close = () => setOpen(false);
  const shown = whyNot === null && hasBuyer ? (carts ?? []) : [];
  const content = <CartMenuContent.Part carts={shown} whyNot={whyNot} isMedium={isMedium} onClose={close} />;
  return (
    <>
      <IconButton
        ref={button}
        icon="cart"
        label="Cart"
        badge={count ? String(count) : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={CartMenuContent.prefetch}
        onFocus={CartMenuContent.prefetch}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      />
      {isOpen && isMedium && button.current && (
        <Popover
          anchor={button.current}
          onClose={close}
          role="dialog"
          label="Cart"
          align="end"
          className={css.cartMenu}
        >
          {content}
        </Popover>
      )}
      {isOpen && !isMedium && (
        <Dialog title="Cart" onClose={close}>
          {content}
        </Dialog>
      )}
    </>
  );
}

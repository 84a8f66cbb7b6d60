/** How far a hand at rest may tremble between press and release, in pixels. */
const TREMBLE = 4;

const PRESSED =
  'button, a[href], summary, label, input, select, [role=button], [role^=menuitem], [role=option], [role=tab]';

/**
 * Makes a click of every press whose hand kept still. News and answers move the page while a button is held down; its
 * release then meets another element, and the browser clicks neither: it clicks what holds both.
 */
export function keepPressesSteady(): void {
  let pressed: { on: HTMLElement; x: number; y: number } | null = null;
  addEventListener(
    'pointerdown',
    ({ target, button, isPrimary, clientX: x, clientY: y }) => {
      const on = target instanceof Element && isPrimary && button === 0 ? target.closest<HTMLElement>(PRESSED) : null;
      pressed = on && { on, x, y };
    },
    true,
  );
  addEventListener('pointercancel', () => (pressed = null), true);
  addEventListener(
    'pointerup',
    (event) => {
      const held = pressed;
      pressed = null;
      if (!held || !isAtRest(held, event) || !isPressable(held.on)) return;
      if (event.target instanceof Node && held.on.contains(event.target)) return;
      addEventListener('click', stop, true);
      // The browser's own click comes in the same task as the release.
      setTimeout(() => {
        removeEventListener('click', stop, true);
        held.on.click();
      });
    },
    true,
  );
}

const isAtRest = (from: { x: number; y: number }, { clientX, clientY }: PointerEvent): boolean =>
  Math.hypot(clientX - from.x, clientY - from.y) <= TREMBLE;

const isPressable = (on: HTMLElement): boolean => on.isConnected && !on.matches(':disabled');

function stop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

import type { BrowserContext, Page } from 'playwright';

/** Presses told of at most. */
const TOLD = 12;

/**
 * Keeps what the pointer last did on each page of a window: a press whose release meets another element is no click,
 * and nothing else on the page tells of it.
 */
export async function watchHand(context: BrowserContext): Promise<void> {
  await context.addInitScript((most) => {
    const told: string[] = [];
    Object.assign(window, { hand: told });
    const nameOf = (on: EventTarget | null): string => {
      if (!(on instanceof Element)) return String(on);
      const { top, left } = on.getBoundingClientRect();
      const words = (on.getAttribute('aria-label') ?? on.textContent ?? '').trim().slice(0, 40);
      const state = [on.isConnected ? '' : ' gone', on.matches(':disabled') ? ' disabled' : ''].join('');
      return `${on.tagName.toLowerCase()} “${words}” at ${Math.round(left)},${Math.round(top)}${state}`;
    };
    let pressed: EventTarget | null = null;
    for (const type of ['pointerdown', 'pointerup', 'click', 'pointercancel']) {
      addEventListener(
        type,
        (event) => {
          const { clientX, clientY } = event as PointerEvent;
          const before = type === 'pointerup' && pressed !== event.target ? `, pressed ${nameOf(pressed)}` : '';
          if (type === 'pointerdown') pressed = event.target;
          const at = `${Math.round(performance.now())} ms ${type} ${Math.round(clientX)},${Math.round(clientY)}`;
          told.push(`${at} on ${nameOf(event.target)}${before}`);
          if (told.length > most) told.shift();
        },
        true,
      );
    }
  }, TOLD);
}

/** What the pointer last did on a page, a line each, oldest first. */
export async function handOf(page: Page): Promise<string> {
  const told = await page.evaluate(() => [
    ...((window as { hand?: string[] }).hand ?? []),
    `${Math.round(performance.now())} ms now`,
  ]);
  return told.join('\n');
}

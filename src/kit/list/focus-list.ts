/**
 * Returns focus to the list, a frame later, unless something else has it: to `opener` if it still exists, else to the
 * row at this position, else to the grid's last position; to the page when no row is left.
 */
export function focusList(opener?: Element | null, rowAt = -1): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
    const row = rowAt < 0 ? null : document.querySelector<HTMLElement>(`[role=grid] [data-r="${rowAt}"] [data-c]`);
    (isThere ? opener : (row ?? tabStop() ?? page()))?.focus({ preventScroll: true });
  });
}

/** Moves focus into the list: to the first row's link, where it has one, else to the grid's last position. */
export function enterList(): void {
  const first = document.querySelector<HTMLElement>('[role=grid] [data-r="0"], [data-part=cards] > li');
  (first?.querySelector<HTMLElement>('[data-c] a, [data-part=title] a') ?? tabStop())?.focus();
}

const tabStop = () => document.querySelector<HTMLElement>('[role=grid] [data-c][tabindex="0"]');

const page = () => document.querySelector<HTMLElement>('main');

/**
 * Gives the keyboard back to the list, a frame later, where nothing else has it by then: to `opener` if it is still
 * there, else to the row at this place, else to where the grid was left.
 */
export function focusList(opener?: Element | null, rowAt = -1): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
    const row = rowAt < 0 ? null : document.querySelector<HTMLElement>(`[role=grid] [data-r="${rowAt}"] [data-c]`);
    const left = document.querySelector<HTMLElement>('[role=grid] [data-c][tabindex="0"]');
    (isThere ? opener : (row ?? left))?.focus({ preventScroll: true });
  });
}

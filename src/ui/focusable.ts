const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]';

/** The focusable elements within another, in reading order. */
export const focusablesIn = (within: Element): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** The focused element and what surrounds it, for `returnFocus`. */
export function focusTrail(): readonly Element[] {
  const trail: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) trail.push(at);
  return trail;
}

/**
 * Focuses what had focus. If it is gone, such as a deleted row's button, focuses the first tab stop of what is left
 * around it, unless only the page itself is.
 */
export function returnFocus(trail: readonly Element[]): void {
  const left = trail.find(({ isConnected }) => isConnected);
  if (left === trail[0]) {
    if (left instanceof HTMLElement) left.focus();
  } else if (left && !left.matches('main') && left.querySelector('main') === null) {
    const stops = focusablesIn(left).filter(({ tabIndex }) => tabIndex >= 0);
    stops[0]?.focus();
  }
}

import type { KeyboardEvent } from 'react';

/** The arrow keys, Home and End move among the links of lists; up from the first goes to the field above it. */
export function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isField = target instanceof HTMLInputElement && target.type === 'search';
  if (!isField && !target.matches('li a')) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('li a')].filter((link) => link.offsetParent !== null);
  const at = links.indexOf(target);
  const next = isField ? (key === 'ArrowDown' ? 0 : undefined) : indexAfter(key, at, links.length);
  if (next === undefined) return;
  event.preventDefault();
  const to =
    next < 0 ? currentTarget.querySelector<HTMLElement>('input[type=search], [data-part=search]') : links[next];
  to?.focus();
}

function indexAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

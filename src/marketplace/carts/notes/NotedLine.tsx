import { useEffect } from 'react';
import { lazyDialog } from '../../../ui/lazy';
import { noteLine, useNotedLine } from './noted-line';

const LineNote = lazyDialog(async () => (await import('./LineNote')).LineNote);
export const prefetchNote = LineNote.prefetch;

/** The note being written for a line of the page's carts. */
export function NotedLine() {
  const noted = useNotedLine();
  useEffect(() => () => noteLine(null), []);
  return noted && <LineNote.Part key={noted.line.id} {...noted} onClose={() => noteLine(null)} />;
}

import { useEffect } from 'react';
import { later } from '../ui/later';
import { noteLine, useNotedLine } from './noted-line';

const LineNote = later(async () => (await import('./LineNote')).LineNote);
export const prefetchNote = LineNote.prefetch;

/** The note being written for a line of the page's carts. */
export function NotedLine() {
  const noted = useNotedLine();
  useEffect(() => () => noteLine(null), []);
  return noted && <LineNote.Part key={noted.line.id} {...noted} onClose={() => noteLine(null)} />;
}

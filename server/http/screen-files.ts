import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A screen's files, relative to the client's folder. */
export type ScreenFiles = { scripts: readonly string[]; styles: readonly string[] };

type Screen = { segments: readonly string[]; files: ScreenFiles };

/**
 * The files of the screen at an address, as recorded by the build; none for an address without a screen, or without a
 * build.
 */
export async function readScreenFiles(client: string): Promise<(path: string) => ScreenFiles> {
  const text = await readFile(join(client, '.vite/screens.json'), 'utf8').catch(() => '{}');
  const screens = Object.entries(JSON.parse(text) as Record<string, ScreenFiles>)
    .map(([path, files]): Screen => ({ segments: path.split('/'), files }))
    // `orders/purchases` before `orders/:slug`.
    .sort((a, b) => openness(a) - openness(b));
  return (path) => {
    const asked = path.split('/').filter(Boolean);
    return screens.find(({ segments }) => isAt(segments, asked))?.files ?? { scripts: [], styles: [] };
  };
}

const openness = ({ segments }: Screen) =>
  segments.filter((segment) => segment.startsWith(':') || segment === '*').length;

function isAt(segments: readonly string[], asked: readonly string[]): boolean {
  if (segments.at(-1) === '*') return segments.slice(0, -1).every((segment, at) => fits(segment, asked[at]));
  const own = segments.filter(Boolean);
  return own.length === asked.length && own.every((segment, at) => fits(segment, asked[at]));
}

const fits = (segment: string, asked: string | undefined) =>
  asked !== undefined && (segment.startsWith(':') || segment === asked);

/** Adds a screen's files to the page for early fetching; those already in the page are left out. */
export function withFiles(html: string, { scripts, styles }: ScreenFiles): string {
  const links = [
    ...styles.map((file) => ({ file, rel: 'stylesheet' })),
    ...scripts.map((file) => ({ file, rel: 'modulepreload' })),
  ]
    .filter(({ file }) => !html.includes(`"/${file}"`))
    .map(({ file, rel }) => `<link rel="${rel}" crossorigin href="/${file}">`);
  return links.length === 0 ? html : html.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);
}

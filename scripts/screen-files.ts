import type { Plugin } from 'vite';
import { type Node, visit } from './syntax.ts';

/** Where the build records each screen's files, by path: `orders/:slug`. */
const SCREEN_FILES = '.vite/screens.json';

type Chunk = {
  type: 'chunk';
  fileName: string;
  imports: string[];
  moduleIds: string[];
  viteMetadata?: { importedCss: Set<string> };
};
type Loading = { path: string; specifiers: string[]; importer: string };

/**
 * Records, for each screen of the manifests, the scripts and styles it loads before it renders, so the server can name
 * them in the page. A screen is `{ path: 'orders', load: () => import('./OrderList') }` in an `index.ts`; what a
 * manifest puts into the app bar (`slots`) counts for each of its screens.
 */
export function screenFiles(): Plugin {
  const found: Loading[] = [];
  const sources = new Map<string, string[]>();
  return {
    name: 'screen-files',
    apply: 'build',
    buildStart() {
      found.length = 0;
      sources.clear();
    },
    transform(code, id) {
      if (!/\/src\/.*\/index\.ts$/.test(id.replaceAll('\\', '/'))) return;
      for (const manifest of manifestsIn(this.parse(code) as unknown as Node))
        found.push({ ...manifest, importer: id });
    },
    async buildEnd() {
      for (const { path, specifiers, importer } of found) {
        const resolved = await Promise.all(specifiers.map((specifier) => this.resolve(specifier, importer)));
        sources.set(
          path,
          resolved.flatMap((module) => module?.id ?? []),
        );
      }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk') as unknown as Chunk[];
      const screens = [...sources].map(([path, ids]) => {
        const files = loadedWith(chunks, ids);
        return [path, { scripts: files.map(({ fileName }) => fileName), styles: files.flatMap(stylesOf) }];
      });
      this.emitFile({ type: 'asset', fileName: SCREEN_FILES, source: JSON.stringify(Object.fromEntries(screens)) });
    },
  };
}

const stylesOf = ({ viteMetadata }: Chunk) => [...(viteMetadata?.importedCss ?? [])];

/** The chunks that contain some modules, with everything they import. */
function loadedWith(chunks: readonly Chunk[], ids: readonly string[]): Chunk[] {
  const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.some((id) => ids.includes(id))));
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

/** The screens declared in a module. */
function manifestsIn(program: Node): Omit<Loading, 'importer'>[] {
  const found: Omit<Loading, 'importer'>[] = [];
  visit(program, (node) => {
    const screens = property(node, 'screens');
    if (!screens) return;
    const inBar = importsIn(property(node, 'slots'));
    visit(screens, (screen) => {
      const path = property(screen, 'path');
      const load = property(screen, 'load');
      if (!load || typeof path?.value !== 'string') return;
      found.push({ path: path.value, specifiers: [...importsIn(load), ...inBar] });
    });
  });
  return found;
}

function property(node: Node, name: string): Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const named = (node.properties as Node[]).find((each) => (each.key as Node | undefined)?.name === name);
  return named?.value as Node | undefined;
}

function importsIn(node: Node | undefined): string[] {
  const found: string[] = [];
  if (node) {
    visit(node, ({ type, source }) => {
      if (type === 'ImportExpression') found.push(String((source as Node).value));
    });
  }
  return found;
}

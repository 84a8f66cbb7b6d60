import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** What a chunk's modules have in common: a root of each pattern imports them, and no earlier group has them. */
const LIST =
  /\/src\/kit\/list\/(grid\/ResourceGrid|useListAddress|useFacets|views\/useSavedViews|export\/useExport|CreateButton)\.tsx?$/;
const LISTS = /\/src\/resources\/(?!organization\/StepList|orders\/approvals)(?:[\w-]+\/)+\w+List\.tsx$/;
const MARKETPLACE = /\/src\/marketplace\/(home\/(MarketplaceHome|SearchSlot)|carts\/CartMenu)\.tsx$/;
const GROUPS: readonly { name: string; roots: readonly RegExp[] }[] = [
  { name: 'app', roots: [/\/src\/main\.tsx$/] },
  { name: 'app', roots: [LISTS, MARKETPLACE] },
  // Filters of lists and fields of forms read numbers: neither needs the other for it.
  { name: 'app', roots: [/\/domain\/typed\.ts$/] },
  { name: 'list', roots: [LIST] },
  { name: 'list', roots: [/\/src\/resources\/orders\/OrderList\.tsx$/] },
  { name: 'list', roots: [/\/src\/kit\/list\/ListLinks\.tsx$/] },
  { name: 'marketplace', roots: [MARKETPLACE] },
  { name: 'form', roots: [/\/src\/kit\/form\/(FormDrawer|FormSheet|useRecordForm)\.tsx?$/] },
  { name: 'customers', roots: [/\/src\/resources\/customers\/CustomerList\.tsx$/] },
];

/** Chunks whose styles are in the app's. */
const IN_APP: ReadonlySet<string> = new Set(['list', 'marketplace']);

/** Index files each list uses only partly: their imports aren't needed together. */
const BARREL = /\/src\/kit\/list\/index\.ts$/;

/** The packages behind `app`, which change less often. */
const PACKAGES = 'packages';

type Graph = {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

type Group = {
  name: string | ((id: string) => string | null);
  test?: (id: string) => boolean;
  priority?: number;
  debugName?: string;
  includeDependenciesRecursively?: boolean;
};

/** Chunks of what is needed together, so a page loads few files and nothing extra. */
export function chunksTogether(): { plugin: Plugin; groups: Group[]; names: ReadonlySet<string> } {
  const groups = new Map<string, string>();
  const plugin: Plugin = {
    name: 'chunks-together',
    apply: 'build',
    buildEnd() {
      groups.clear();
      for (const { name, roots } of GROUPS) {
        const [first = new Set<string>(), ...others] = roots.map((root) => reached(this as unknown as Graph, root));
        for (const id of first) {
          // Their few styles are shorter than a request for them.
          const own = id.endsWith('.css') && IN_APP.has(name) ? 'app' : name;
          if (!groups.has(id) && others.every((other) => other.has(id))) groups.set(id, own);
        }
      }
    },
  };
  const isPackage = (id: string) => id.includes('node_modules');
  return {
    plugin,
    names: new Set([PACKAGES, ...GROUPS.map(({ name }) => name)]),
    groups: [
      { name: PACKAGES, test: (id: string) => isPackage(id) && groups.get(id) === 'app', priority: 1 },
      { name: (id: string) => groups.get(id) ?? null, debugName: 'together', includeDependenciesRecursively: false },
    ],
  };
}

/** Modules and everything they import statically. */
function reached(graph: Graph, roots: RegExp): Set<string> {
  const pathOf = (id: string) => id.split(sep).join('/');
  const found = new Set([...graph.getModuleIds()].filter((id) => roots.test(pathOf(id))));
  for (const id of found) {
    if (BARREL.test(pathOf(id))) continue;
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

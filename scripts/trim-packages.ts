import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const TRANSLATION = /stream-chat-react[\\/]dist[\\/]es[\\/]i18n[\\/](?!en\.)[a-z]{2}\.mjs$/;
/** What makes JSON schemas of schemas: the server's API page does, no page of the app. */
const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
const REFINE = /@refinedev[\\/]/;

/**
 * What stands in for the packages that Refine brings along for parts of it that this app does not use: import and export,
 * names in the plural, and developer tools.
 */
const FOR_REFINE: Readonly<Record<string, string>> = {
  papaparse: `
    const unused = () => { throw new Error('Files are read and written by the app itself'); };
    export default { parse: unused, unparse: unused };`,
  pluralize: 'const same = (name) => name; export default { plural: same, singular: same };',
  '@refinedev/devtools-internal': `
    export const getTrace = () => [];
    export const getXRay = () => ({});
    export const useQuerySubscription = () => ({});`,
};

const STAND_IN = '\0stand-in:';

/** Leaves out of the pages what no screen of them runs: a tenth of what a first visit would download. */
export const trimPackages: Plugin = {
  name: 'trim-packages',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    return importer && REFINE.test(importer) && source in FOR_REFINE ? STAND_IN + source : undefined;
  },
  async load(id) {
    if (id.startsWith(STAND_IN)) return FOR_REFINE[id.slice(STAND_IN.length)];
    if (TRANSLATION.test(id)) return 'export default {};';
    if (JSON_SCHEMA.test(id)) return withoutBodies(await readFile(id, 'utf8'));
    return undefined;
  },
};

/** A module that exports the same names, all of them functions that do nothing. */
function withoutBodies(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const renamed = [...code.matchAll(/^export \{ (\w+) as (\w+) \}/gm)].map(([, , name]) => name);
  const each = [...names, ...renamed].map((name) => `nothing as ${name}`);
  return `const nothing = () => nothing; export { ${each.join(', ')} };`;
}

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const TRANSLATION = /stream-chat-react[\\/]dist[\\/]es[\\/]i18n[\\/](?!en\.)[a-z]{2}\.mjs$/;
/** What makes JSON schemas of schemas: the server's API page does, no page of the app. */
const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
const REFINE = /@refinedev[\\/]/;

/**
 * What stands in for the packages that Refine brings along for parts of it that this app does not use: its own address
 * synchronization, import and export, names in the plural, and developer tools.
 */
const FOR_REFINE: Readonly<Record<string, string>> = {
  qs: `
    const parse = (text) => Object.fromEntries(new URLSearchParams(text));
    const stringify = (values, { addQueryPrefix } = {}) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
      const text = new URLSearchParams(given).toString();
      return text && addQueryPrefix ? '?' + text : text;
    };
    export default { parse, stringify };`,
  papaparse: `
    const unused = () => { throw new Error('Files are read and written by the app itself'); };
    export default { parse: unused, unparse: unused };`,
  pluralize: 'const same = (name) => name; export default { plural: same, singular: same };',
  '@refinedev/devtools-internal': `
    export const getTrace = () => [];
    export const getXRay = () => ({});
    export const useQuerySubscription = () => ({});`,
  'lodash-es/isEqual.js': `
    export default function isEqual(a, b) {
      if (Object.is(a, b)) return true;
      if (!(a instanceof Object && b instanceof Object) || a.constructor !== b.constructor) return false;
      if (a instanceof Date) return a.getTime() === b.getTime();
      const names = Object.keys(a);
      return names.length === Object.keys(b).length && names.every((name) => name in b && isEqual(a[name], b[name]));
    }`,
  'lodash-es/get.js': `
    export default function get(value, path, otherwise) {
      const names = Array.isArray(path) ? path : String(path).split(/[.[\\]]+/).filter(Boolean);
      return names.reduce((part, name) => part?.[name], value) ?? otherwise;
    }`,
  'lodash-es/has.js': `
    export default function has(value, path) {
      let part = value;
      for (const name of Array.isArray(path) ? path : String(path).split(/[.[\\]]+/).filter(Boolean)) {
        if (!(part instanceof Object) || !Object.hasOwn(part, name)) return false;
        part = part[name];
      }
      return true;
    }`,
  'lodash-es/unionWith.js': `
    export default (some, others, isSame) =>
      [...some, ...others].reduce((all, one) => (all.some((had) => isSame(had, one)) ? all : [...all, one]), []);`,
  'lodash-es/differenceWith.js': `
    export default (some, others, isSame) => some.filter((one) => !others.some((other) => isSame(one, other)));`,
  'lodash-es/uniqBy.js': `
    export default (all, key) => {
      const keyOf = typeof key === 'function' ? key : (one) => one[key];
      return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
    };`,
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

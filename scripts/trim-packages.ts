import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Node, visit } from './syntax.ts';

const TRANSLATION = /stream-chat-react[\\/]dist[\\/]es[\\/]i18n[\\/](?!en\.)[a-z]{2}\.mjs$/;
/** zod's JSON schema generation: used by the server's API page, by no page of the app. */
const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
/** Parts of the chat's library that others of ours are drawn for (`src/chat/conversation/`, `src/chat/files/`), or that we never offer. */
const CHAT_UNUSED = new RegExp(
  String.raw`stream-chat-react[\\/]dist[\\/]es[\\/]components[\\/](${[
    'Attachment/Attachment',
    'FileIcon/FileIcon',
    'MediaRecorder/AudioRecorder/(AudioRecorder|AudioRecordingButtonWithNotification)',
    'Message/MessageUI',
    'MessageComposer/(LinkPreviewList|WithDragAndDropUpload)',
    'MessageComposer/AttachmentPreviewList/(AttachmentPreviewList|GeolocationPreview|VoiceRecordingPreviewSlot)',
    'MessageComposer/AttachmentSelector/AttachmentSelector',
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`)})\.mjs$`,
);
/** What the library draws around the composer to drop files on; ours take the whole conversation. */
const AROUND_COMPOSER = `
  import { createElement } from 'react';
  export const WithDragAndDropUpload = ({ children, className, component = 'div' }) =>
    createElement(component, { className }, children);`;
const REFINE = /@refinedev[\\/]/;
const LODASH = /^lodash-es\/(\w+)\.js$/;

/**
 * Replacements for packages Refine imports: smaller equivalents, or empty modules for features this app doesn't use
 * (import and export, plurals, devtools).
 */
const FOR_REFINE: Readonly<Record<string, string>> = {
  qs: `import * as qs from ${JSON.stringify(join(import.meta.dirname, 'query-text.ts'))}; export default qs;`,
  papaparse: `
    const unused = () => { throw new Error('Files are read and written by the app itself'); };
    export default { parse: unused, unparse: unused };`,
  pluralize: 'const same = (name) => name; export default { plural: same, singular: same };',
  // For the options of a choice, which are given by functions and by their `value`.
  'lodash-es/get.js': 'export default (record, name) => record[name];',
  'lodash-es/uniqBy.js': 'export default (list, name) => [...new Map(list.map((one) => [one[name], one])).values()];',
  'sunflower-antd':
    'export const useForm = () => ({}); export const useModal = useForm; export const useStepsForm = useForm;',
  '@ant-design/pro-layout': 'export const PageContainer = null; export const PageHeader = null;',
  'react-markdown': 'export default null;',
  'remark-gfm': 'export default null;',
  '@refinedev/devtools-internal': `
    export const getTrace = () => [];
    export const getXRay = () => ({});
    export const useQuerySubscription = () => ({});`,
};

/** Parts of Refine that every page would load and none uses: what each is instead. */
const UNUSED: Readonly<Record<string, string>> = {
  Telemetry: '() => null',
  RouteChangeHandler: '() => null',
  UndoableQueue: '() => null',
  // Read by `useSelect` for chosen records it doesn't know; forms bring theirs.
  useMany: '() => ({ query: {} })',
};

const STAND_IN = '\0stand-in:';

/** Removes from the pages what no screen runs: a tenth of the first download. */
export const trimPackages: Plugin = {
  name: 'trim-packages',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    if (!importer || !REFINE.test(importer)) return undefined;
    if (source in FOR_REFINE) return STAND_IN + source;
    return LODASH.test(source) ? this.resolve(source.replace(LODASH, 'es-toolkit/compat/$1'), importer) : undefined;
  },
  async load(id) {
    if (id.startsWith(STAND_IN)) return FOR_REFINE[id.slice(STAND_IN.length)];
    if (TRANSLATION.test(id)) return 'export default {};';
    if (CHAT_UNUSED.test(id)) return withoutParts(await readFile(id, 'utf8'));
    if (JSON_SCHEMA.test(id)) return withoutBodies(await readFile(id, 'utf8'));
    return undefined;
  },
  transform(code, id) {
    if (!REFINE.test(id) || !code.includes('__name(')) return undefined;
    const without = withoutUnused(code, this.parse(code) as unknown as Node);
    return { code: withoutNames(without, this.parse(without) as unknown as Node), map: null };
  },
};

/** A module with the same export names, all functions that do nothing. */
function withoutBodies(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const renamed = [...code.matchAll(/^export \{ (\w+) as (\w+) \}/gm)].map(([, , name]) => name);
  const each = [...names, ...renamed].map((name) => `nothing as ${name}`);
  return `const nothing = () => nothing; export { ${each.join(', ')} };`;
}

/** A module of the chat's library with the same export names, which draw nothing. */
function withoutParts(code: string): string {
  const names = /^export \{ ([^}]+) \};/m.exec(code)?.[1]?.split(', ') ?? [];
  const own = names.includes('WithDragAndDropUpload') ? AROUND_COMPOSER : '';
  const others = names.filter((name) => !own.includes(name));
  return `const nothing = () => null; ${own} export { ${others.map((name) => `nothing as ${name}`).join(', ')} };`;
}

/** A module without the names its compiler adds to functions, which would keep dead code alive. */
function withoutNames(code: string, program: Node): string {
  const cuts: number[] = [];
  visit(program, ({ type, callee, arguments: given, end }) => {
    if (type !== 'CallExpression' || (callee as Node & { name?: string }).name !== '__name') return;
    const [named] = given as Node[];
    if (named) cuts.push((callee as Node).start, (callee as Node).end, named.end, end - 1);
  });
  const edges = [0, ...cuts.sort((a, b) => a - b), code.length];
  return edges.map((edge, at) => (at % 2 === 0 ? code.slice(edge, edges[at + 1]) : '')).join('');
}

/** A module with stand-ins for its unused parts. */
function withoutUnused(code: string, program: Node): string {
  const pieces: string[] = [];
  let at = 0;
  visit(program, ({ type, id, init }) => {
    if (type !== 'VariableDeclarator' || !init) return;
    const { start, end } = init as Node;
    const unused = UNUSED[(id as Node & { name?: string }).name ?? ''];
    if (unused === undefined || start < at) return;
    pieces.push(code.slice(at, start), unused);
    at = end;
  });
  return [...pieces, code.slice(at)].join('');
}

import type { Plugin } from 'vite';
import { type Node, visit } from './syntax.ts';

const OURS = /[\\/](domain|src)[\\/]/;
/** What declares an object by its fields, which zod reads when the object is first parsed with or taken apart. */
const OBJECTS = new Set(['object', 'strictObject', 'looseObject', 'extend']);
/** What declares a call by its parts, which are kept as they are declared (`domain/lazy.ts`). */
const CALLS = new Set(['get', 'post', 'put', 'patch', 'del', 'search']);
const PARTS = new Set(['params', 'query', 'body', 'returns']);

/**
 * Has the pages build a field's schema when its object is first used, and a call's when it is first made: a screen parses
 * with a few of all that contracts declare. Each becomes a getter, which is read once.
 */
export const lazySchemas: Plugin = {
  name: 'lazy-schemas',
  apply: 'build',
  transform(code, id) {
    if (!OURS.test(id) || !/from ["'](zod|.*\/endpoint)["']/.test(code)) return undefined;
    return { code: withGetters(code, this.parse(code) as unknown as Node), map: null };
  },
};

/** A module's code in which the schemas it declares are getters. */
export function withGetters(code: string, program: Node): string {
  const edits: { start: number; end: number; text: string }[] = [];
  visit(program, (node) => {
    for (const { key, value, start } of declaredIn(node)) {
      if (!/^\s*:\s*$/.test(code.slice(key.end, value.start))) continue;
      edits.push({ start, end: value.start, text: `get ${code.slice(key.start, key.end)}() { return ` });
      edits.push({ start: value.end, end: value.end, text: ' }' });
    }
  });
  // Of two that start at the same place, the outer one's end was met first and comes last.
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((kept, { start, end, text }) => kept.slice(0, start) + text + kept.slice(end), code);
}

type Property = Node & { key: Node; value: Node };

/** The fields and parts a call of one of these functions declares with a call of its own. */
function declaredIn({ type, callee, arguments: given }: Node): readonly Property[] {
  if (type !== 'CallExpression') return [];
  const [first, second] = given as readonly (Node | undefined)[];
  const { name, property } = callee as Node & { name?: string; property?: { name?: string } };
  const fields = OBJECTS.has(property?.name ?? '') ? first : CALLS.has(name ?? '') ? second : undefined;
  if (fields?.type !== 'ObjectExpression') return [];
  const properties = fields.properties as readonly Property[];
  // Engines put getters after what follows a spread, and fields are checked in their order.
  if (fields === first && properties.some(({ type }) => type === 'SpreadElement')) return [];
  return properties.filter(
    ({ type, computed, key, value }) =>
      type === 'Property' &&
      !computed &&
      value.type === 'CallExpression' &&
      (fields === first || PARTS.has((key as Node & { name?: string }).name ?? '')),
  );
}

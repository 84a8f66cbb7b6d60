import type { Plugin } from 'vite';
import { type Node, visit } from './syntax.ts';

const DOMAIN = /[\\/]domain[\\/]/;
/** What only the server's description of the API says of a call. */
const UNREAD = new Set(['summary', 'unaudited']);

/** Removes from the pages the sentences about calls that no page reads. */
export const trimContract: Plugin = {
  name: 'trim-contract',
  apply: 'build',
  transform(code, id) {
    if (!DOMAIN.test(id) || !/\b(summary|unaudited):/.test(code)) return undefined;
    return { code: withoutSentences(code, this.parse(code) as unknown as Node), map: null };
  },
};

function withoutSentences(code: string, program: Node): string {
  const cuts: { start: number; end: number }[] = [];
  visit(program, ({ type, key, value, start, end }) => {
    if (type !== 'Property' || !UNREAD.has((key as Node & { name?: string }).name ?? '')) return;
    if (!['Literal', 'TemplateLiteral'].includes((value as Node).type)) return;
    cuts.push({ start, end: code[end] === ',' ? end + 1 : end });
  });
  return cuts.reduceRight((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), code);
}

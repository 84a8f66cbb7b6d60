import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { counted } from '../../domain/text';

const root = join(import.meta.dirname, '../..');
/** What people read; not what operators and programs do. */
const files = globSync(['src/**/*.{ts,tsx}', 'domain/**/*.ts', 'server/**/*.ts'], { cwd: root }).filter(
  (file) => !/^server\/(seed|sandbox|operator|db|integrations)\//.test(file),
);
/** A count in a text with a plural behind it: '${orders.length} orders', '{count} lines'. */
const BY_HAND = /\{(?:[\w.?]+\.)?(?:length|count|total)\} (?!as\b|is\b|has\b|was\b)[a-z]{3,}s\b/g;

test('a noun agrees with its number', () => {
  expect([counted(1, 'choice'), counted(2, 'choice'), counted(1_152, 'unit'), counted(1, 'entry', 'entries')]).toEqual([
    '1 choice',
    '2 choices',
    '1,152 units',
    '1 entry',
  ]);
});

test('every noun in a sentence is counted by that', () => {
  const byHand = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(BY_HAND)].map(([text]) => `${file}: ${text}`),
  );
  expect(byHand).toEqual([]);
});

/** One pasted line: a product by SKU or name, and its quantity; or what is wrong with it. */
export type PastedQuantity = { line: number; text: string; quantity: string; problem: string | null };

const NUMBER = /^\d{1,9}(\.\d{1,6})?$/;

/**
 * Reads a block copied from a spreadsheet: SKU or name, then quantity, separated by a tab, or by the last comma or
 * semicolon. A first line without a number is a heading; a line without a quantity is for one. Lines count from 1.
 */
export function readPastedQuantities(block: string): PastedQuantity[] {
  const lines = block.split(/\r\n|\r|\n/).map((text, at) => ({ line: at + 1, ...cellsOf(text) }));
  return lines
    .filter(({ text, amount }) => text !== '' || amount !== '')
    .filter(({ amount }, at) => at > 0 || amount === '' || /\d/.test(amount))
    .map(({ line, text, amount }) => ({ line, text, ...judge(text, amount) }));
}

function cellsOf(line: string): { text: string; amount: string } {
  const cells = line.includes('\t')
    ? line.split('\t')
    : (/^(.*?)\s*[;,]\s*([\d.]*)\s*$/.exec(line)?.slice(1) ?? [line]);
  const [text = '', ...rest] = cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
  return { text, amount: rest.findLast((cell) => cell !== '') ?? '' };
}

function judge(text: string, amount: string): Pick<PastedQuantity, 'quantity' | 'problem'> {
  const quantity = amount === '' ? '1' : amount.replaceAll(',', '');
  if (text === '') return { quantity, problem: 'has no product' };
  if (!NUMBER.test(quantity)) return { quantity: '', problem: 'needs a quantity, such as 12' };
  if (Number(quantity) === 0) return { quantity: '', problem: 'has a quantity of 0' };
  return { quantity, problem: null };
}

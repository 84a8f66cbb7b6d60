import { expect, test } from 'vitest';
import { code128 } from '../../../server/files/barcode';

test('a tag’s barcode has a start, its digits in pairs, a check and an end', async () => {
  const [word, tag] = await code128(['PJJ123C', '1A4060300000000000123456']);
  // A known one, with the check 55.
  expect(word?.join('')).toBe('2112143131211121331121331232212232112211321313213113212331112');
  const modules = (tag ?? []).reduce((all, width) => all + width, 0);
  expect((modules - 13) % 11).toBe(0);
  expect(await code128(['1A4060300000000000123456'])).toEqual([tag]);
});

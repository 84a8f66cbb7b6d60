import { expect, test } from 'vitest';
import { isPdf } from '../../../domain/files/picture';
import { DisputeReason } from '../../../domain/licenses/dispute';
import { maskedEmail, proofText } from '../../../domain/licenses/proof';

test('a badge says how a license was verified, or that it wasn’t', () => {
  expect(proofText({ provenBy: 'KEY' })).toBe('Tracking system key');
  expect(proofText({ provenBy: null })).toBe('Not verified');
});

test.each([
  ['shop@greenleaf.com', 's…@g….com'],
  ['a@b.co.uk', 'a…@b….uk'],
  ['x@localhost', 'x…@l…'],
])('%s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});

test('a reason has 10 to 500 characters', () => {
  const isReason = (text: string) => DisputeReason.safeParse(text).success;
  expect([
    isReason(' too short '),
    isReason('x'.repeat(10)),
    isReason('x'.repeat(500)),
    isReason('x'.repeat(501)),
  ]).toEqual([false, true, true, false]);
});

test('a PDF is told by its bytes', () => {
  expect([isPdf(Buffer.from('%PDF-1.7')), isPdf(Buffer.from('<html>%PDF-'))]).toEqual([true, false]);
});

import { expect, test } from 'vitest';
import { compose } from '../../../server/mail/compose';
import { messageOf } from '../../../server/mail/open';
import { MOST_LINES, orderLines } from '../../../server/mail/order-lines';

const ADA = { email: 'ada@example.com', firstName: 'Ada' };
const LONG = 'Gelato'.repeat(34).slice(0, 200);

const line = (at: number, productName = `Gelato ${at}`) => ({
  productName,
  quantity: '3',
  unitOfMeasure: 'Case',
  unitPrice: '216.75',
  total: '650.25',
});

const letterWith = (count: number, productName?: string) =>
  compose(ADA, {
    kind: 'notice',
    sender: LONG,
    subject: `New order 1024 from ${LONG}${LONG}`,
    lead: `${LONG} placed order 1024.`,
    words: 'Please ring twice.\nThanks!',
    details: orderLines(
      Array.from({ length: Math.min(count, MOST_LINES) }, (_, at) => line(at, productName)),
      { count, total: '1950.75' },
    ),
    action: 'Open the order',
    link: 'https://verdant.example/orders/1024',
    close: 'You get this email because you get emails about orders.',
  });

/** What markup says, without what isn’t seen. */
const seen = (markup: string) =>
  markup
    .replaceAll(/<(style|title)[\s\S]*?<\/\1>|<div style="display:none[\s\S]*?<\/div>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll(/\s+/g, ' ');

test('an order’s letter shows product, quantity, price and total of each line, and what they come to', () => {
  const { text, html } = letterWith(3);
  expect(text).toContain('Gelato 0: 3 cases at $216.75, $650.25\n');
  expect(text).toContain('Total: $1,950.75');
  for (const words of ['Gelato 0', '3 cases at $216.75', '$650.25', 'Total $1,950.75'])
    expect(seen(html)).toContain(words);
  expect(text + seen(html)).not.toContain('more line');
});

test.each([
  [MOST_LINES, null],
  [MOST_LINES + 1, 'and 1 more line'],
  [MOST_LINES + 12, 'and 12 more lines'],
])('of an order of %i lines it shows the first, and says how many more there are', (count, more) => {
  const { text, html } = letterWith(count);
  expect(text.match(/^Gelato \d+:/gm)).toHaveLength(MOST_LINES);
  for (const whole of [text, seen(html)]) {
    if (more === null) expect(whole).not.toContain('more line');
    else expect(whole).toContain(more);
  }
});

test('text and markup say the same, with one button', () => {
  const { text, html } = letterWith(2);
  for (const words of text.split('\n').filter(Boolean)) {
    const parts = words.startsWith('Gelato') ? words.split(/: |, /) : [words.replace(/^(Total|Open the order): /, '')];
    for (const part of parts) expect(seen(html)).toContain(part);
  }
  expect(html.match(/class="button"/g)).toHaveLength(1);
});

test('it has a language and a preview, is readable in the dark, and fetches nothing', () => {
  const { html } = letterWith(2);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).toMatch(/display:none[^>]*>[^<]*placed|display:none[^>]*>Gelato/);
  expect(html).not.toMatch(/<img|<link|<script|@import|url\(|src=/i);
  const links = Array.from(html.matchAll(/https?:[^\s"<]*/g), ([link]) => link);
  expect(new Set(links)).toEqual(new Set(['https://verdant.example/orders/1024']));
});

test('what people write is shown as they wrote it, never as markup', () => {
  const letter = compose(ADA, {
    kind: 'notice',
    subject: 'A <b>subject</b>',
    lead: '<script>lead</script>',
    words: '<img src=x>\nnext',
    close: 'Closing',
  });
  expect(letter.html).toContain('&lt;script&gt;lead');
  expect(letter.html).toContain('&lt;img src=x&gt;\nnext');
  expect(letter.html).not.toContain('<img');
  expect(letter.text).toContain('<img src=x>\nnext');
});

test('names of 200 letters end a subject early and no letter', () => {
  const letter = letterWith(2, LONG);
  expect([...letter.subject]).toHaveLength(200);
  expect(letter.subject.endsWith('…')).toBe(true);
  expect(letter.text).toContain(LONG);
  const { from } = messageOf(letter, { name: 'Verdant', address: 'no-reply@verdant.example' });
  expect(from).toEqual({ name: expect.stringMatching(/^.{59}… via Verdant$/), address: 'no-reply@verdant.example' });
});

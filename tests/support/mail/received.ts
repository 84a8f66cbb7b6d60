/** The head of a letter as it arrived: its fields by name, unfolded and with encoded words read. */
export function headOf(raw: string): Record<string, string> {
  const [head = ''] = raw.split('\n\n', 1);
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), wordsOf(line.slice(at + 1).trim())];
    }),
  );
}

/** The parts of a letter that are text, as they read, each `plain` or `html`. */
export function textsOf(raw: string): { type: string; text: string }[] {
  return raw
    .split(/^--.*$/m)
    .filter((part) => /^Content-Type: text\/(plain|html)/im.test(part))
    .map((part) => {
      const at = part.search(/\n\n/);
      const body = part.slice(at + 2);
      const isQuoted = /quoted-printable/i.test(part.slice(0, at));
      return { type: /text\/(\w+)/i.exec(part)?.[1] ?? '', text: isQuoted ? unquoted(body) : body };
    });
}

const HEX = /=([0-9A-F]{2})/gi;
const bytesOf = (text: string) =>
  text.replaceAll(HEX, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const unquoted = (text: string) => Buffer.from(bytesOf(text.replaceAll('=\n', '')), 'latin1').toString('utf8');

const WORD = /=\?utf-8\?([qb])\?([^?]*)\?=/gi;

/** Encoded words (RFC 2047); a letter may begin in one and end in the next, with a space between them. */
const wordsOf = (value: string) =>
  value.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (words) => {
    const bytes = words.replaceAll(WORD, (_match, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('latin1') : bytesOf(word.replaceAll('_', ' ')),
    );
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });

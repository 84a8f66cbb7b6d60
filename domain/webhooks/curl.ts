/** A text as one word of a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What the shell's program counts or names itself. */
const OWN = new Set(['content-length', 'host', 'connection', 'accept-encoding']);

/** A request as a command of `curl`, to be sent from a terminal: the same body, byte by byte. */
export function curlOf(url: string, headers: Readonly<Record<string, string>>, body: string): string {
  const given = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()));
  return [
    `curl -X POST ${quoted(url)}`,
    ...given.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
}

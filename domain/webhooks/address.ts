/** What an endpoint's address may be: `isLocal` also plain http to this machine, for development and tests alone. */
type Rules = { isLocal: boolean };

/** A read address, or what is wrong with it, as people read it on its field. */
export type ReadAddress = { url: URL; problem: null } | { url: null; problem: string };

const PORTS = new Set(['', '443', '8443']);
const LONGEST = 2000;
const LONGEST_NAME = 253;
/** Names that never lead out of a machine or a network. */
const INSIDE = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa', 'corp', 'private'];
/** Names nobody can have. */
const NOBODYS = ['test', 'invalid', 'onion', 'alt', 'arpa'];

const refused = (problem: string): ReadAddress => ({ url: null, problem });

/**
 * Reads an endpoint's address from its text alone. Where a name leads to, and whether that is public, is judged whenever
 * something is sent: it may change at any time.
 */
export function readWebhookAddress(text: string, { isLocal }: Rules): ReadAddress {
  if (text === '') return refused('Address is required');
  if (text.length > LONGEST) return refused('Must be 2,000 characters or fewer');
  // Browsers and programs read these in different ways: what is checked must be what is asked.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return refused('Can’t contain spaces, line breaks or backslashes');
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return refused('Must begin with https://');
  if (!/^[\x21-\x7e]+$/.test(authority)) return refused('Write the host in plain letters and digits');
  if (authority.includes('%')) return refused('Write the host without % signs');
  if (authority.includes('@')) return refused('Can’t contain a user name or password');
  if (!URL.canParse(text)) return refused('Must be a web address, such as https://example.com/hooks');
  const url = new URL(text);
  if (url.hash !== '' || text.includes('#')) return refused('Can’t contain a # sign');
  if (isLocal && isThisMachine(url.hostname)) return { url, problem: null };
  if (url.protocol !== 'https:') return refused('Must begin with https://');
  if (!PORTS.has(url.port)) return refused('The port must be 443 or 8443');
  const problem = problemOfHost(url.hostname);
  return problem === null ? { url, problem } : refused(problem);
}

/** Whether a host, as `URL` writes it, is an address by itself rather than a name. */
export const isLiteral = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host);

function problemOfHost(host: string): string | null {
  if (isLiteral(host)) return null;
  if (host.endsWith('.')) return 'The host can’t end with a dot';
  if (host.length > LONGEST_NAME || host.includes('..')) return 'Must be a public host, such as hooks.example.com';
  if (!host.includes('.')) return 'Must be a public host, such as hooks.example.com';
  const isUnder = (name: string) => host === name || host.endsWith(`.${name}`);
  if (INSIDE.some(isUnder) || NOBODYS.some(isUnder)) return 'Must be a public host, such as hooks.example.com';
  return null;
}

const isThisMachine = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

import ipaddr from 'ipaddr.js';

/** All of today's global unicast addresses of IPv6. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** RFC 6052: the last 32 bits are the IPv4 address it is translated to; RFC 8215's prefix is a network's own. */
const TRANSLATED: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an address is one anybody can reach: global unicast, and so is every IPv4 address inside it (mapped, translated
 * or tunneled).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.zoneId !== undefined) return false;
  const inner = innerAddresses(address);
  if (inner !== null) return inner.every((one) => one.range() === 'unicast');
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** Whether an address is this machine's own. */
export function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

/** The IPv4 addresses that one of IPv6 leads to; null if it leads to itself. */
function innerAddresses(address: ipaddr.IPv6): ipaddr.IPv4[] | null {
  const bytes = address.toByteArray();
  const at = (start: number, flip = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ flip));
  if (address.isIPv4MappedAddress() || address.match(TRANSLATED)) return [at(12)];
  if (address.range() === '6to4') return [at(2)];
  // Teredo: the server's, and the client's with its bits turned.
  if (address.range() === 'teredo') return [at(4), at(12, 0xff)];
  return null;
}

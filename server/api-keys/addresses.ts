import ipaddr from 'ipaddr.js';

/** Whether a request's address is among those a key may be used from; an IPv4 address in IPv6 is the IPv4 address. */
export function isAllowedFrom(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return allowed.some((one) => {
    const range = readRange(one);
    return range !== null && range[0].kind() === from.kind() && from.match(range);
  });
}

/** An address, or a range such as `10.0.0.0/8`, as it is stored; null for anything else. */
export function plainRange(text: string): string | null {
  const range = readRange(text);
  if (range === null) return null;
  const [address, bits] = range;
  return bits === (address.kind() === 'ipv4' ? 32 : 128) ? address.toString() : `${address.toString()}/${bits}`;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function readRange(text: string): Range | null {
  const [written = '', bits] = text.split('/');
  // Four whole numbers, or an IPv6 address: short and hexadecimal ones are read differently elsewhere.
  if (!ipaddr.IPv4.isValidFourPartDecimal(written) && !ipaddr.IPv6.isValid(written)) return null;
  if (written.includes('%')) return null;
  try {
    const range: Range = bits === undefined ? whole(ipaddr.parse(written)) : ipaddr.parseCIDR(text);
    return unmapped(range);
  } catch {
    return null;
  }
}

const whole = (address: ipaddr.IPv4 | ipaddr.IPv6): Range => [address, address.kind() === 'ipv4' ? 32 : 128];

/** A range of IPv4 addresses in IPv6 as what it means. */
function unmapped([address, bits]: Range): Range {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress() || bits < 96) return [address, bits];
  return [address.toIPv4Address(), bits - 96];
}

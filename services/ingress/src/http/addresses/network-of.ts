import { isIPv6 } from 'node:net';

const IPV6_GROUPS = 8;
/** The groups of an IPv6 address that identify a network. Everyone who has one address in it has 2^64. */
const NETWORK_GROUPS = 4;

/**
 * Returns the network that an IP address counts for: an IPv4 address itself, also within IPv6, or the /64 network of an
 * IPv6 address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ''] = address.split('%', 1);
  const [head = '', tail] = withoutZone.split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const groups = groupsOf(head);
  if (tail !== undefined)
    groups.push(
      ...Array.from({ length: Math.max(0, IPV6_GROUPS - groups.length - groupsOf(tail).length) }, () => '0'),
      ...groupsOf(tail),
    );
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

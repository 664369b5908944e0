import ipaddr from 'ipaddr.js';

/** Private addresses and hosts that the operator allows. */
export interface AllowedAddresses {
  hosts: ReadonlySet<string>;
  ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/**
 * Reads a list of host names, IP addresses and CIDR ranges.
 * @throws RangeError that names an invalid entry
 */
export function readAllowedAddresses(entries: readonly string[]): AllowedAddresses {
  const hosts = new Set<string>();
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) ranges.push(wholeAddress(entry));
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry)) hosts.add(entry.toLowerCase());
    else throw new RangeError(`${entry} is neither a host name nor an address nor a CIDR range`);
  }
  return { hosts, ranges };
}

/**
 * Returns the hosts and IP addresses that a setting allows. If the setting is invalid, reports it to `report` and
 * allows none.
 */
export function readAllowedList(entries: readonly string[], report: (rule: string) => void): AllowedAddresses {
  try {
    return readAllowedAddresses(entries);
  } catch (error) {
    report(`must list host names, addresses or CIDR ranges: ${(error as Error).message}`);
    return readAllowedAddresses([]);
  }
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The range that IANA assigns for global unicast (RFC 4291 §2.4), and `::/96`, a deprecated form of IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
/** A public IP address that serves metadata and credentials to machines on Azure. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Returns true if a workflow may connect to an IP address. Only globally routable unicast addresses are allowed.
 * Refused are private, loopback, link-local (with the metadata services of clouds), shared (RFC 6598), multicast and
 * reserved addresses, and tunnels into one of these (RFC 6052, 6to4, Teredo).
 *
 * @param address the address from the resolver; IPv4 within IPv6 is read as IPv4
 */
export function isAddressAllowed(address: string, hostname: string, allowed: AllowedAddresses): boolean {
  if (allowed.hosts.has(hostname.toLowerCase())) return true;
  const [bare = ''] = address.replaceAll(/^\[|\]$/g, '').split('%', 1);
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  return (
    isPublic(parsed) ||
    allowed.ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
  );
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? address.toString() !== AZURE_PLATFORM : address.match(GLOBAL_IPV6);
}

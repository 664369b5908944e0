/** The host that connections go to, in the values of libpq's parameter `target_session_attrs`. */
export type Target = 'read-write' | 'primary';

interface Hosts {
  /** One address for each host, in their order. */
  urls: string[];
  /** null if there is one host, whatever its role is. */
  target: Target | null;
}

/** Continues a message about the beginning of a URL. */
export const HOSTS_RULE =
  ', with hosts separated by commas before the path, and with read-write or primary as target_session_attrs';

/** Matches the scheme, user and password with their `@`, hosts, and the rest. */
const URL_PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#@]*)([^]*)/i;
const TARGET = /([?&])target_session_attrs=([^&#]*)(&|(?=#|$))/;

/**
 * Reads the hosts of a PostgreSQL URL in libpq's form, `postgresql://user:password@a:5432,b:5433/name` (PostgreSQL
 * documentation, 32.1.1.2). Without `target_session_attrs`, connections go to the one host that accepts writes, because
 * the services write.
 * @returns null if the services cannot use the hosts or the parameter
 */
export function hostsOf(databaseUrl: string): Hosts | null {
  const [, scheme, account = '', hosts = '', rest = ''] = URL_PARTS.exec(databaseUrl) ?? [];
  if (scheme === undefined || namesSeveralHosts(rest)) return null;
  const names = hosts.split(',');
  const [given, , value] = TARGET.exec(rest) ?? [];
  if (given !== undefined && value !== 'read-write' && value !== 'primary') return null;
  if (names.length === 1 && given === undefined) return { urls: [databaseUrl], target: null };
  // To libpq an empty name means this machine, but it is more likely a superfluous comma.
  if (names.some((name) => name === '')) return null;
  const others = rest.replace(TARGET, (_match, before: string, _value, after: string) => (after === '' ? '' : before));
  return {
    urls: names.map((name) => `${scheme}${account}${name}${others}`),
    target: (value as Target | undefined) ?? 'read-write',
  };
}

/** Returns true if libpq's parameter `host` names several hosts. */
function namesSeveralHosts(parameters: string): boolean {
  return [...parameters.matchAll(/[?&]host=([^&]*)/gi)].some(([, value = '']) => /,|%2c/i.test(value));
}

/** Returns the address of each host, or an empty list if the services cannot use the URL. */
export function urlOfEachHost(databaseUrl: string): string[] {
  return hostsOf(databaseUrl)?.urls ?? [];
}

/** Which host connections go to, in the values of libpq's parameter `target_session_attrs`. */
export type Target = 'read-write' | 'primary';

export interface Hosts {
  /** One address for each host, in their order. */
  urls: string[];
  /** null: one host, whatever it is. */
  target: Target | null;
}

/** Continues a message that says what a URL must start with. */
export const HOSTS_RULE =
  ', with hosts separated by commas before the path, and with read-write or primary as target_session_attrs';

/** Scheme, user and password with their `@`, hosts, and what comes after them. */
const URL_PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#@]*)([^]*)/i;
const TARGET = /([?&])target_session_attrs=([^&#]*)(&|(?=#|$))/;

/**
 * The hosts of a PostgreSQL URL in libpq's form, `postgresql://user:password@a:5432,b:5433/name` (PostgreSQL
 * documentation, 32.1.1.2). Without `target_session_attrs`, connections go to the one host that takes writes, because
 * the services write.
 * @returns null when the hosts or the parameter are not ones that the services can use
 */
export function hostsOf(databaseUrl: string): Hosts | null {
  const [, scheme, account = '', hosts = '', rest = ''] = URL_PARTS.exec(databaseUrl) ?? [];
  if (scheme === undefined || namesSeveralHosts(rest)) return null;
  const names = hosts.split(',');
  const [given, , value] = TARGET.exec(rest) ?? [];
  if (given !== undefined && value !== 'read-write' && value !== 'primary') return null;
  if (names.length === 1 && given === undefined) return { urls: [databaseUrl], target: null };
  // An empty name would mean this machine, but is more likely a superfluous comma.
  if (names.some((name) => name === '')) return null;
  const others = rest.replace(TARGET, (_match, before: string, _value, after: string) => (after === '' ? '' : before));
  return {
    urls: names.map((name) => `${scheme}${account}${name}${others}`),
    target: (value as Target | undefined) ?? 'read-write',
  };
}

/** Whether the parameter `host` of libpq names several. */
function namesSeveralHosts(parameters: string): boolean {
  return [...parameters.matchAll(/[?&]host=([^&]*)/gi)].some(([, value = '']) => /,|%2c/i.test(value));
}

/** Returns the address of each host; none when the URL is not one that the services can use. */
export function urlOfEachHost(databaseUrl: string): string[] {
  return hostsOf(databaseUrl)?.urls ?? [];
}

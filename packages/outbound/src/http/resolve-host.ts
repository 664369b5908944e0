import type { LookupAddress } from 'node:dns';
import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns the addresses of a host. Rejects with an error whose `code` is one of node:dns. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

export interface ResolverOptions {
  /** Milliseconds that one server has for its first answer. Each server gets two attempts. */
  timeoutMs: number;
  /** Name servers as `address:port`, instead of the machine's. */
  servers?: string[];
  /** The hosts file of the machine. The other option configures how names are completed. */
  hostsFile?: string;
  resolvConfFile?: string;
}

const TRIES = 2;
/**
 * The interval at which the files are read again. They hardly ever change, and those of a container are written before
 * it starts.
 */
const REREAD_AFTER_MS = 10_000;
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface LocalNames {
  hosts: ReadonlyMap<string, LookupAddress[]>;
  search: string[];
  /** A name with fewer dots is completed first (resolv.conf(5)). */
  minDots: number;
}

/**
 * Resolves names without a thread. `dns.lookup` calls getaddrinfo, which occupies one of libuv's four threads while a
 * name server does not answer. Four slow names would then block all others, and access to files as well. Like
 * getaddrinfo, this resolver first reads the machine's hosts file, completes names by its search list, and asks for
 * IPv4 and IPv6 together.
 */
export function createHostResolver(options: ResolverOptions): ResolveHost {
  const resolver = new Resolver({ timeout: options.timeoutMs, tries: TRIES });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const localNames = readEvery(REREAD_AFTER_MS, () => readLocalNames(options));
  return async (hostname) => {
    const name = hostname.toLowerCase();
    const local = await localNames();
    const known = local.hosts.get(name.replace(/\.$/, ''));
    if (known !== undefined) return known;
    // RFC 6761 §6.3: no name server is asked.
    if (/(?:^|\.)localhost\.?$/.test(name)) return LOOPBACK;
    return firstFound(resolver, candidates(name, local));
  };
}

function candidates(name: string, { search, minDots }: LocalNames): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const completed = search.map((domain) => `${name}.${domain}`);
  return name.split('.').length > minDots ? [name, ...completed] : [...completed, name];
}

async function firstFound(resolver: Resolver, names: string[]): Promise<LookupAddress[]> {
  let failure: unknown;
  for (const name of names) {
    try {
      return await addressesOf(resolver, name);
    } catch (error) {
      if (!isUnknownName(error)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Returns the IP addresses. One address family is enough. If there is none, throws the more precise failure than "no
 * address".
 */
async function addressesOf(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found: LookupAddress[] = [];
  for (const address of ipv4.status === 'fulfilled' ? ipv4.value : []) found.push({ address, family: 4 });
  for (const address of ipv6.status === 'fulfilled' ? ipv6.value : []) found.push({ address, family: 6 });
  if (found.length > 0) return found;
  const failures = [ipv4, ipv6].flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
  throw failures.find((error) => !isUnknownName(error)) ?? failures[0] ?? new Error(`${name} has no address`);
}

/** Returns true if a look-up failed because the name does not exist or has no IP address. */
export function isUnknownName(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === NOTFOUND || code === NODATA;
}

async function readLocalNames({
  hostsFile = '/etc/hosts',
  resolvConfFile = '/etc/resolv.conf',
}: ResolverOptions): Promise<LocalNames> {
  const [hosts, resolvConf] = await Promise.all([hostsFile, resolvConfFile].map(readLines));
  return { hosts: readHosts(hosts ?? []), ...readResolvConf(resolvConf ?? []) };
}

/** Returns the words of each line, without comments. Returns none for a missing file. */
async function readLines(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').map((line) => {
    const [words = ''] = line.split(/[#;]/, 1);
    return words.split(/\s+/).filter(Boolean);
  });
}

function readHosts(lines: string[][]): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of lines) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((written) => written.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
  }
  return hosts;
}

function readResolvConf(lines: string[][]): Pick<LocalNames, 'search' | 'minDots'> {
  const last = (keyword: string) => lines.findLast(([word]) => word === keyword)?.slice(1) ?? [];
  const dots = last('options').find((option) => option.startsWith('ndots:'));
  return { search: last('search'), minDots: dots === undefined ? 1 : Number(dots.slice('ndots:'.length)) };
}

function readEvery<Value>(everyMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  let readAt = -Infinity;
  return () => {
    if (value === null || performance.now() - readAt > everyMs) {
      readAt = performance.now();
      value = read();
    }
    return value;
  };
}

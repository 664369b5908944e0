import { readTestEnvironment } from '../test-environment.ts';
import { TestServers, type ServerKind } from './server-broker.ts';

const SERVER_STARTS_WITHIN_MS = 120_000;

/** Servers of this process, for programs that run outside a test run (benchmarks, scripts). */
const ownServers = new TestServers();
const urls = new Map<ServerKind, Promise<string | null>>();

/** URL of the PostgreSQL that this test run shares. */
export async function sharedPostgresUrl(): Promise<string> {
  const url = await urlOf('postgres');
  if (url === null) throw new Error('There is no PostgreSQL for tests');
  return url;
}

/** URL of the Redis that this test run shares; null when the machine has none. */
export function sharedRedisUrl(): Promise<string | null> {
  return urlOf('redis');
}

function urlOf(kind: ServerKind): Promise<string | null> {
  let url = urls.get(kind);
  if (url === undefined) {
    const { brokerUrl } = readTestEnvironment();
    url = brokerUrl === null ? ownServers.get(kind).then((server) => server?.url ?? null) : askBroker(brokerUrl, kind);
    urls.set(kind, url);
  }
  return url;
}

async function askBroker(brokerUrl: string, kind: ServerKind): Promise<string | null> {
  const response = await fetch(`${brokerUrl}/${kind}`, { signal: AbortSignal.timeout(SERVER_STARTS_WITHIN_MS) });
  const body = await response.text();
  if (!response.ok) throw new Error(`No ${kind} for this test run: ${body}`);
  return (JSON.parse(body) as { url: string | null }).url;
}

/** Stops what this process started itself; a test run's servers end with the run. */
export async function stopOwnServers(): Promise<void> {
  urls.clear();
  await ownServers.stop();
}

import { readTestEnvironment } from '../test-environment.ts';
import { askBroker } from './ask-broker.ts';
import { TestServers, type ServerKind } from './test-servers.ts';

/** Servers of this process, for programs that run outside a test run (benchmarks, scripts). */
const ownServers = new TestServers();
const urls = new Map<ServerKind, Promise<string | null>>();

/** Returns the URL of the PostgreSQL that this test run shares. */
export async function sharedPostgresUrl(): Promise<string> {
  const url = await urlOf('postgres');
  if (url === null) throw new Error('There is no PostgreSQL for tests');
  return url;
}

/** Returns the URL of the Redis that this test run shares, or null if none is installed. */
export function sharedRedisUrl(): Promise<string | null> {
  return urlOf('redis');
}

function urlOf(kind: ServerKind): Promise<string | null> {
  let url = urls.get(kind);
  if (url === undefined) {
    const { brokerUrl } = readTestEnvironment();
    url =
      brokerUrl === null
        ? ownServers.get(kind).then((server) => server?.url ?? null)
        : askBroker<{ url: string | null }>(brokerUrl, `/${kind}`).then((answer) => answer.url);
    urls.set(kind, url);
  }
  return url;
}

/** Stops the servers that this process started. The servers of a test run end with the run. */
export async function stopOwnServers(): Promise<void> {
  urls.clear();
  await ownServers.stop();
}

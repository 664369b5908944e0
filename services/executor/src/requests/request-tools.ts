import { createGuardedConnector, createHttpClient, type HttpClient } from '@workflow/outbound';
import type { SessionStore } from '@workflow/session-store';
import type { ExecutorConfig } from '../config.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';

/** Maximum bytes of an answer, of which only the status is used. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The dependencies for answering requests: credentials, and access to the hosts that workflows may reach. */
export interface RequestTools {
  openCredential: SessionStore['credentials']['open'];
  testAccess: TokenKeeper['testOf'];
  http: HttpClient;
  addressOf: (host: string) => Promise<string>;
}

export function openRequestTools(
  config: ExecutorConfig,
  store: Pick<SessionStore, 'credentials'>,
  tokens: TokenKeeper,
): RequestTools {
  return {
    openCredential: store.credentials.open,
    testAccess: tokens.testOf,
    http: createHttpClient({ ...config.http, maxResponseBytes: MAX_ANSWER_BYTES }),
    addressOf: addressOf(config),
  };
}

/** Returns an IP address of a host that workflows may reach, for protocols other than HTTP. */
export function addressOf({ http }: Pick<ExecutorConfig, 'http'>): (host: string) => Promise<string> {
  const connector = createGuardedConnector(http);
  return async (host) => (await connector.addressesOf(host))[0] as string;
}

import type { DiscoveredServer } from './discover-server.ts';
import { DiscoveryFailure } from './discovery-failure.ts';
import { readJson, textOf, type DiscoveryTools } from './read-metadata.ts';
import type { ClientAuthentication } from './tokens.ts';

/** The client that a server registered. */
export interface RegisteredClient {
  clientId: string;
  clientSecret: string;
  clientAuthentication: ClientAuthentication;
}

/** Registers a client (RFC 7591). @throws DiscoveryFailure */
export async function registerClient(
  tools: DiscoveryTools,
  { issuer, registrationUrl, clientAuthentication, scopes }: DiscoveredServer,
  client: { name: string; redirectUri: string },
): Promise<RegisteredClient> {
  if (registrationUrl === null)
    throw new DiscoveryFailure(
      `The authorization server ${issuer} registers no clients. Create one there and enter its client ID`,
    );
  const method = WAYS.find((way) => clientAuthentication?.includes(way));
  const body = {
    client_name: client.name,
    redirect_uris: [client.redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(method !== undefined && { token_endpoint_auth_method: method }),
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  };
  const answered = await readJson(tools, registrationUrl, body);
  const clientId = textOf(answered?.['client_id']);
  if (answered === null || clientId === null)
    throw new DiscoveryFailure(`The authorization server ${issuer} did not register a client`);
  const clientSecret = textOf(answered['client_secret']) ?? '';
  const decided = textOf(answered['token_endpoint_auth_method']) ?? method ?? null;
  return { clientId, clientSecret, clientAuthentication: authenticationOf(clientSecret, decided) };
}

/** The ways to authenticate, the preferred way first. */
const WAYS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/**
 * Returns how a client authenticates.
 * @param accepted the agreed way; null if none was agreed
 */
function authenticationOf(clientSecret: string, accepted: string | null): ClientAuthentication {
  if (clientSecret === '') return 'none';
  if (accepted === 'client_secret_basic') return 'basic';
  return accepted === 'client_secret_post' ? 'body' : 'auto';
}

/** Returns how an unregistered client authenticates at a server. */
export function authenticationAt({ clientAuthentication }: DiscoveredServer, clientSecret: string) {
  const ways = WAYS.filter((way) => way !== 'none' && clientAuthentication?.includes(way));
  return authenticationOf(clientSecret, ways.length === 1 ? (ways[0] as string) : null);
}

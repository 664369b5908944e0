import type { ServerToDiscover } from '@workflow/credentials/descriptors';
import {
  authenticationAt,
  discoverServer,
  DiscoveryFailure,
  registerClient,
  type DiscoveredServer,
  type DiscoveryTools,
  type OAuthServer,
  type RegisteredClient,
} from '@workflow/outbound/oauth';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { callbackUrl, clientDocumentUrl } from './callback-url.ts';

/** The name with which the service registers itself. */
export const CLIENT_NAME = 'Workflow automation';

/** A discovered authorization server, with the URL where somebody signs in. */
interface FoundServer {
  server: OAuthServer;
  authorizationUrl: string;
}

/**
 * Discovers the authorization server of an MCP server and finds the client for the sign-in.
 * @throws ApiError SIGN_IN_IMPOSSIBLE with the reason
 */
export async function findServer(
  { oauth, config }: Pick<AppContext, 'oauth' | 'config'>,
  { resourceUrl, clientId, scopes }: ServerToDiscover,
  clientSecret: string,
): Promise<FoundServer> {
  const tools = oauth.discovery();
  try {
    const found = await discoverServer(tools, resourceUrl);
    const serverWithScopes = scopes.length > 0 ? { ...found, scopes: [...scopes] } : found;
    const client =
      clientId === null
        ? await clientAt(serverWithScopes, tools, { clients: oauth.clients, publicUrl: config.publicUrl })
        : { clientId, clientSecret, clientAuthentication: authenticationAt(serverWithScopes, clientSecret) };
    const { issuer, namesIssuer, resource } = found;
    const discovered = { issuer, namesIssuer, resource };
    return {
      server: { ...client, tokenUrl: found.tokenUrl, scopes: serverWithScopes.scopes, discovered },
      authorizationUrl: found.authorizationUrl,
    };
  } catch (error) {
    if (!(error instanceof DiscoveryFailure)) throw error;
    throw new ApiError('SIGN_IN_IMPOSSIBLE', { values: { reason: error.message } });
  }
}

/** Returns the operator's client, a client-metadata document, or a client that is registered now, in this order. */
async function clientAt(
  discovered: DiscoveredServer,
  tools: DiscoveryTools,
  { clients, publicUrl }: { clients: AppContext['oauth']['clients']; publicUrl: string },
): Promise<RegisteredClient> {
  const operatorClient = clients.find(({ issuer }) => bare(issuer) === bare(discovered.issuer));
  if (operatorClient !== undefined) {
    const { clientId, clientSecret = '' } = operatorClient;
    return { clientId, clientSecret, clientAuthentication: authenticationAt(discovered, clientSecret) };
  }
  if (discovered.readsClientDocuments && publicUrl.startsWith('https:'))
    return { clientId: clientDocumentUrl(publicUrl), clientSecret: '', clientAuthentication: 'none' };
  return registerClient(tools, discovered, { name: CLIENT_NAME, redirectUri: callbackUrl(publicUrl) });
}

const bare = (issuer: string): string => issuer.replace(/\/$/, '');

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

/** An authorization server that was discovered, with the address where somebody signs in. */
interface FoundServer {
  server: OAuthServer;
  authorizationUrl: string;
}

/**
 * Discovers the authorization server of an MCP server and finds the client to sign in with. @throws ApiError
 * SIGN_IN_IMPOSSIBLE with the reason
 */
export async function findServer(
  { oauth, config }: Pick<AppContext, 'oauth' | 'config'>,
  { resourceUrl, clientId, scopes }: ServerToDiscover,
  clientSecret: string,
): Promise<FoundServer> {
  const tools = oauth.discovery();
  try {
    const found = await discoverServer(tools, resourceUrl);
    const wanted = scopes.length > 0 ? { ...found, scopes: [...scopes] } : found;
    const client =
      clientId === null
        ? await clientAt(wanted, tools, { clients: oauth.clients, publicUrl: config.publicUrl })
        : { clientId, clientSecret, clientAuthentication: authenticationAt(wanted, clientSecret) };
    const { issuer, namesIssuer, resource } = found;
    const discovered = { issuer, namesIssuer, resource };
    return {
      server: { ...client, tokenUrl: found.tokenUrl, scopes: wanted.scopes, discovered },
      authorizationUrl: found.authorizationUrl,
    };
  } catch (error) {
    if (!(error instanceof DiscoveryFailure)) throw error;
    throw new ApiError('SIGN_IN_IMPOSSIBLE', { values: { reason: error.message } });
  }
}

/** Returns the operator's client, a client-metadata document, or a client that is registered now, in this order. */
async function clientAt(
  found: DiscoveredServer,
  tools: DiscoveryTools,
  { clients, publicUrl }: { clients: AppContext['oauth']['clients']; publicUrl: string },
): Promise<RegisteredClient> {
  const known = clients.find(({ issuer }) => bare(issuer) === bare(found.issuer));
  if (known !== undefined) {
    const { clientId, clientSecret = '' } = known;
    return { clientId, clientSecret, clientAuthentication: authenticationAt(found, clientSecret) };
  }
  if (found.readsClientDocuments && publicUrl.startsWith('https:'))
    return { clientId: clientDocumentUrl(publicUrl), clientSecret: '', clientAuthentication: 'none' };
  return registerClient(tools, found, { name: CLIENT_NAME, redirectUri: callbackUrl(publicUrl) });
}

const bare = (issuer: string): string => issuer.replace(/\/$/, '');

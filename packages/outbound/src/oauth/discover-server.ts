import { StepFailure, type JsonObject } from '@workflow/workflow-model';
import type { HttpClient } from '../http/http-client.ts';
import { listOf, readJson, refuseOtherHost, textOf, type DiscoveryTools } from './read-metadata.ts';
import { DiscoveryFailure } from './discovery-failure.ts';

/** An authorization server that another server named, with the data that a sign-in there needs. */
export interface DiscoveredServer {
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** Null if clients cannot register themselves. */
  registrationUrl: string | null;
  /** The resource for which tokens are requested. */
  resource: string;
  /** The scopes that the server requests. */
  scopes: string[];
  /** The ways in which clients may authenticate; null if it names none. */
  clientAuthentication: string[] | null;
  /** True if the id of a client may be the URL of a document that describes it. */
  readsClientDocuments: boolean;
  /** True if the server promises to name its issuer when it redirects the browser. */
  namesIssuer: boolean;
}

/**
 * Finds the authorization server of a server, as the authorization of MCP 2025-11-25 describes it: by the metadata of
 * the protected resource (RFC 9728), and then by that of the authorization server (RFC 8414, OpenID Connect Discovery).
 * Servers of earlier revisions have only the latter, at their own origin.
 * @throws DiscoveryFailure with the reason as a sentence
 */
export async function discoverServer(tools: DiscoveryTools, resourceUrl: string): Promise<DiscoveredServer> {
  const challenge = await askWithoutToken(tools, new URL(resourceUrl));
  const resource = await readResource(tools, resourceUrl, challenge.metadataUrl);
  const issuer = textOf(listOf(resource?.['authorization_servers'])?.[0]) ?? new URL(resourceUrl).origin;
  const metadata = await readServer(tools, issuer);
  const authorizationUrl = endpointOf(tools, metadata, 'authorization_endpoint', issuer);
  const methods = listOf(metadata['code_challenge_methods_supported']);
  if (methods !== null && !methods.includes('S256'))
    throw new DiscoveryFailure(`The authorization server ${issuer} does not support PKCE with S256`);
  const offline = listOf(metadata['scopes_supported'])?.includes('offline_access') === true ? ['offline_access'] : [];
  const asked = challenge.scopes ?? listOf(resource?.['scopes_supported']) ?? [];
  return {
    issuer: textOf(metadata['issuer']) ?? issuer,
    authorizationUrl,
    tokenUrl: endpointOf(tools, metadata, 'token_endpoint', issuer),
    registrationUrl:
      metadata['registration_endpoint'] === undefined
        ? null
        : endpointOf(tools, metadata, 'registration_endpoint', issuer),
    resource: textOf(resource?.['resource']) ?? resourceUrl,
    scopes: [...new Set([...asked, ...offline])],
    clientAuthentication: listOf(metadata['token_endpoint_auth_methods_supported']),
    readsClientDocuments: metadata['client_id_metadata_document_supported'] === true,
    namesIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
  };
}

interface Challenge {
  metadataUrl: string | null;
  scopes: string[] | null;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'workflow-automation', version: '1.0.0' },
  },
});

/** Returns a server's answer to a request without a token (RFC 9728 §5.1, RFC 6750 §3). */
async function askWithoutToken({ http, signal }: DiscoveryTools, url: URL): Promise<Challenge> {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'user-agent': 'workflow-automation',
  };
  const call: Parameters<HttpClient['send']>[0] = {
    method: 'POST',
    url,
    headers,
    body: INITIALIZE,
    onRedirect: refuseOtherHost,
    // The answer may be a stream that does not end.
    streamTo: () => () => Promise.resolve(),
  };
  try {
    const answer = await http.send(call, signal);
    const header = answer.headers['www-authenticate'] ?? '';
    const scope = parameterOf(header, 'scope');
    return {
      metadataUrl: parameterOf(header, 'resource_metadata'),
      scopes: scope === null ? null : scope.split(' ').filter(Boolean),
    };
  } catch (error) {
    if (signal.aborted) throw new DiscoveryFailure(`${url.origin} did not answer in time`);
    if (error instanceof StepFailure) throw new DiscoveryFailure(error.message);
    throw error;
  }
}

function parameterOf(header: string, name: 'scope' | 'resource_metadata'): string | null {
  const found = PARAMETERS[name].exec(header);
  return found?.[1] ?? found?.[2] ?? null;
}

const PARAMETERS = {
  scope: /(?:^|[\s,])scope=(?:"([^"]*)"|([^\s,"]+))/i,
  resource_metadata: /(?:^|[\s,])resource_metadata=(?:"([^"]*)"|([^\s,"]+))/i,
};

/** Returns the metadata of a protected resource, or null if the server has none. */
async function readResource(
  tools: DiscoveryTools,
  resourceUrl: string,
  named: string | null,
): Promise<JsonObject | null> {
  const { origin, pathname } = new URL(resourceUrl);
  const path = pathname.replace(/\/$/, '');
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const places = named === null ? [...new Set([`${wellKnown}${path}`, wellKnown])] : [named];
  for (const place of places) {
    const found = await readJson(tools, place);
    if (found === null) continue;
    const resource = textOf(found['resource']);
    if (resource === null || !isWithin(resourceUrl, resource))
      throw new DiscoveryFailure(`${place} describes another resource, ${resource ?? 'without a name'}`);
    return found;
  }
  return null;
}

/** Returns true if a URL is the resource or below it, so that a token for the resource is meant for the URL. */
function isWithin(url: string, resource: string): boolean {
  const [inner, outer] = [new URL(url), URL.parse(resource)];
  if (outer === null || inner.origin !== outer.origin) return false;
  return `${inner.pathname.replace(/\/$/, '')}/`.startsWith(`${outer.pathname.replace(/\/$/, '')}/`);
}

/** Reads the metadata of an authorization server, and checks that it describes this server. */
async function readServer(tools: DiscoveryTools, issuer: string): Promise<JsonObject> {
  const url = URL.parse(issuer);
  if (url === null) throw new DiscoveryFailure(`The server names an authorization server that is no URL: ${issuer}`);
  const path = url.pathname.replace(/\/$/, '');
  const places = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}/.well-known/openid-configuration${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of new Set(places)) {
    const found = await readJson(tools, place);
    if (found === null) continue;
    const named = textOf(found['issuer']);
    if (named === null || named.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new DiscoveryFailure(`${place} is of another issuer, ${named ?? 'without a name'}, not of ${issuer}`);
    return found;
  }
  throw new DiscoveryFailure(`The authorization server ${issuer} publishes no metadata`);
}

function endpointOf({ isProtected }: DiscoveryTools, metadata: JsonObject, name: string, issuer: string): string {
  const url = textOf(metadata[name]);
  if (url === null || !URL.canParse(url))
    throw new DiscoveryFailure(`The authorization server ${issuer} has no ${name}`);
  if (!isProtected(url)) throw new DiscoveryFailure(`The ${name} of ${issuer} does not begin with https: ${url}`);
  return url;
}

import type { IngressAuth } from '../create-auth.ts';

/** The published fields of the metadata. Other features of the library are not reachable. */
const PUBLISHED = new Set([
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
]);
const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post'];

/** Returns the metadata of the authorization server (RFC 8414). */
export async function describeAuthorizationServer(auth: IngressAuth): Promise<Record<string, unknown>> {
  const all = await auth.api.getOAuthServerConfig();
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => PUBLISHED.has(name))),
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  };
}

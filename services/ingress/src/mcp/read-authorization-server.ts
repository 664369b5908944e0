import { AUTH_PATH } from '../accounts/library/auth-path.ts';
import { defineRoute, type Route } from '../http/define-route.ts';
import { OPEN_TO_PAGES } from './read-resource-metadata.ts';

export const authorizationServerDescription = {
  summary: 'The authorization server of MCP clients',
  security: { kind: 'public' as const },
  responses: {
    200: {
      description: 'OAuth 2.0 Authorization Server Metadata (RFC 8414).',
      schema: {
        type: 'object',
        additionalProperties: true,
        required: ['issuer', 'authorization_endpoint', 'token_endpoint'],
        properties: {
          issuer: { type: 'string' },
          authorization_endpoint: { type: 'string' },
          token_endpoint: { type: 'string' },
        },
      },
    },
  },
} satisfies Pick<Route, 'summary' | 'security' | 'responses'>;

/** The path of the metadata, which ends with the path of the issuer (RFC 8414 §3.1). */
export const readAuthorizationServer = defineRoute({
  ...authorizationServerDescription,
  method: 'GET',
  path: `/.well-known/oauth-authorization-server${AUTH_PATH}`,
  handler: async ({ accounts }) => ({
    status: 200,
    body: await accounts.authorizationServer(),
    headers: OPEN_TO_PAGES,
  }),
});

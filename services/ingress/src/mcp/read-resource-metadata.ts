import { mcpResource } from '../accounts/library/oauth/mcp-tokens.ts';
import { SCOPES } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { RESOURCE_METADATA_PATH } from './authenticate-mcp.ts';

/** Describes the resource (RFC 9728), at its path. */
export const readResourceMetadata = defineRoute({
  method: 'GET',
  path: RESOURCE_METADATA_PATH,
  summary: 'Where MCP clients ask for a token',
  security: { kind: 'public' },
  responses: {
    200: {
      description: 'OAuth 2.0 Protected Resource Metadata (RFC 9728).',
      schema: {
        type: 'object',
        required: ['resource', 'authorization_servers', 'scopes_supported'],
        properties: {
          resource: { type: 'string' },
          authorization_servers: { type: 'array', items: { type: 'string' } },
          scopes_supported: { type: 'array', items: { type: 'string' } },
          bearer_methods_supported: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
  async handler({ accounts, config }) {
    const { issuer } = await accounts.authorizationServer();
    return {
      status: 200,
      body: {
        resource: mcpResource(config.publicUrl),
        authorization_servers: [issuer],
        scopes_supported: [...SCOPES],
        bearer_methods_supported: ['header'],
      },
      headers: OPEN_TO_PAGES,
    };
  },
});

/** Allows clients in browsers to read metadata, which is the same for everybody. */
export const OPEN_TO_PAGES = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' } as const;

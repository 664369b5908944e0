import { defineRoute } from '../../http/define-route.ts';
import { callbackUrl, clientDocumentPath, clientDocumentUrl } from './callback-url.ts';
import { CLIENT_NAME } from './find-server.ts';

export const readClientDocument = defineRoute({
  method: 'GET',
  path: clientDocumentPath,
  summary: 'Describe the OAuth client of credentials',
  description: 'The client ID of this service at authorization servers that read client ID metadata documents.',
  security: { kind: 'public' },
  responses: {
    200: {
      description: 'OAuth Client ID Metadata Document.',
      schema: {
        type: 'object',
        required: ['client_id', 'client_name', 'redirect_uris'],
        properties: {
          client_id: { type: 'string' },
          client_name: { type: 'string' },
          redirect_uris: { type: 'array', items: { type: 'string' } },
          grant_types: { type: 'array', items: { type: 'string' } },
          response_types: { type: 'array', items: { type: 'string' } },
          token_endpoint_auth_method: { type: 'string' },
        },
      },
    },
  },
  handler: ({ config: { publicUrl } }) =>
    Promise.resolve({
      status: 200,
      body: {
        client_id: clientDocumentUrl(publicUrl),
        client_name: CLIENT_NAME,
        redirect_uris: [callbackUrl(publicUrl)],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    }),
});

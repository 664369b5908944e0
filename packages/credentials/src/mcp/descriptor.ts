import { defineCredential } from '../define-credential.ts';
import { headerName, headerSecret, scopes, text, url } from '../field-schemas.ts';

const REQUIRED: Record<string, string[]> = { bearer: ['token'], header: ['header', 'value'] };

export const descriptor = defineCredential({
  type: 'mcp',
  title: 'MCP server',
  description: 'Signs in to an MCP server. Nothing secret is sent anywhere else.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['url', 'auth'],
    properties: {
      url: { ...url, title: 'URL', description: 'The URL of the server.' },
      auth: {
        type: 'string',
        title: 'Sign-in',
        enum: ['none', 'bearer', 'header', 'oauth'],
        'x-labels': {
          none: 'None',
          bearer: 'A bearer token',
          header: 'A header',
          oauth: 'A person signs in (OAuth)',
        },
        default: 'bearer',
        'x-destination': true,
      },
      token: { ...headerSecret, title: 'Token', 'x-show': { auth: 'bearer' } },
      header: { ...headerName, 'x-show': { auth: 'header' } },
      value: { ...headerSecret, title: 'Value', 'x-show': { auth: 'header' } },
      clientId: {
        ...text,
        title: 'Client ID',
        description: 'If empty, the client that the operator configured, or one that registers itself.',
        'x-show': { auth: 'oauth' },
      },
      clientSecret: {
        ...headerSecret,
        title: 'Client secret',
        description: 'Only for a client ID that has one.',
        'x-show': { auth: 'oauth' },
      },
      scopes: {
        ...scopes,
        description: 'The scopes to request. If empty: those that the server asks for.',
        'x-show': { auth: 'oauth' },
      },
    },
  },
  requires: ({ auth }) => REQUIRED[String(auth)] ?? [],
  oauth: ({ auth, url: resourceUrl, clientId, scopes: wanted = [] }) =>
    auth === 'oauth'
      ? {
          signsInByBrowser: true,
          resourceUrl: String(resourceUrl),
          clientId: clientId === undefined ? null : String(clientId),
          scopes: wanted as string[],
        }
      : null,
});

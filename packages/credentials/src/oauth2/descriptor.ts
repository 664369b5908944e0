import { defineCredential } from '../define-credential.ts';
import { headerSecret, httpFields, scopes, text, url } from '../field-schemas.ts';

const CODE = 'authorization-code';

const serverUrl = { ...url, 'x-encrypted': true } as const;

export const descriptor = defineCredential({
  type: 'oauth2',
  title: 'OAuth 2',
  description: 'Gets access tokens from an authorization server, keeps them fresh, and sends them with HTTP requests.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['grant', 'tokenUrl', 'clientId', 'clientSecret', 'hosts'],
    properties: {
      grant: {
        type: 'string',
        title: 'Grant',
        description: 'A person signs in and consents in a browser, or the client signs in by itself.',
        enum: [CODE, 'client-credentials'],
        'x-labels': {
          [CODE]: 'A person signs in (authorization code)',
          'client-credentials': 'The client alone (client credentials)',
        },
        default: CODE,
      },
      authorizationUrl: {
        ...serverUrl,
        title: 'Authorization URL',
        description: 'Where people sign in and consent. It may have query parameters.',
        'x-show': { grant: CODE },
      },
      tokenUrl: { ...serverUrl, title: 'Token URL', description: 'Issues the access tokens.' },
      clientId: { ...text, title: 'Client ID' },
      clientSecret: { ...headerSecret, title: 'Client secret' },
      clientAuthentication: {
        type: 'string',
        title: 'Client authentication',
        description:
          'Where the client ID and secret are sent. Automatic sends them in the header, and in the body where the ' +
          'server does not accept that.',
        enum: ['auto', 'basic', 'body'],
        'x-labels': { auto: 'Automatic', basic: 'In the header (HTTP Basic)', body: 'In the body of the request' },
        default: 'auto',
      },
      scopes: {
        ...scopes,
        description: 'The scopes to request. Many servers refresh tokens only with offline_access.',
      },
      hosts: {
        ...httpFields.hosts,
        description:
          'Where the access token may be sent: names without a port, and *.example.com for all below a name.',
      },
    },
  },
  requires: ({ grant }) => (grant === CODE ? ['authorizationUrl'] : []),
  oauth: ({ grant, tokenUrl, authorizationUrl, clientId, scopes: wanted = [], clientAuthentication = 'auto' }) => ({
    signsInByBrowser: grant === CODE,
    tokenUrl: String(tokenUrl),
    authorizationUrl: String(authorizationUrl ?? ''),
    clientId: String(clientId),
    scopes: wanted as string[],
    clientAuthentication: clientAuthentication as 'auto' | 'basic' | 'body',
  }),
});
